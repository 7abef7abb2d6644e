/*
 * Asks the application every second for its newest readings and for the state of its
 * session, and shows both. Texts that came over MQTT are only ever set as text.
 */

import { draw, swatch } from "./chart.js";

const EVERY = 1_000;

const PATIENCE = 3_000;

/** The chart shows one minute, and two when there is something to show. */
const SPANS = [60_000, 120_000];

const LONGEST = SPANS[1];

/** A site that says nothing for so long is shown as quiet. */
const QUIET = 10_000;

const TABLE_ROWS = 30;

const SIGNS = { ok: "✓", warn: "!", busy: "…", bad: "✕", calm: "–" };

const TONES = {
	ACTIVE: "ok",
	DEGRADED: "warn",
	CONNECTING: "busy",
	RECONCILING: "busy",
	RECONNECTING: "busy",
	STANDBY: "calm",
	STOPPED: "calm",
	MIGRATION_REQUIRED: "bad",
	FAILED: "bad"
};

const $ = (id) => document.getElementById(id);

const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

const whole = new Intl.NumberFormat();

/** Of each site its readings, each once, and the number that its style comes from. */
const sites = new Map();

let sessionSeen;

/** How far the clock of the server is ahead, as its answers tell to the second. */
let ahead = 0;

function serverTime() {
	return Date.now() + ahead;
}

async function get(path) {
	const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
	if (!response.ok) {
		throw new Error(`HTTP ${response.status}`);
	}
	const date = Date.parse(response.headers.get("Date"));
	if (Math.abs(date + 500 - serverTime()) > 2_000) {
		ahead = date + 500 - Date.now();
	}
	return response.json();
}

function element(name, text, className) {
	const created = document.createElement(name);
	created.textContent = text;
	if (className) {
		created.className = className;
	}
	return created;
}

/** Sets a text only where it changes, so that nothing is read aloud twice. */
function say(target, text) {
	if (target.textContent !== text) {
		target.textContent = text;
	}
}

function notice(target, text) {
	target.hidden = !text;
	say(target, text ?? "");
}

function reason(failure) {
	if (failure.name === "TimeoutError") {
		return "no answer in time";
	}
	return failure.message.startsWith("HTTP") ? failure.message : "no connection";
}

function freeIndex() {
	const taken = new Set([...sites.values()].map(({ index }) => index));
	let index = 0;
	while (taken.has(index)) {
		index++;
	}
	return index;
}

/** Takes over what is new; forgets what has left both the chart and the answer. */
function remember(readings) {
	for (const name of readings.map(({ site }) => site).sort()) {
		if (!sites.has(name)) {
			sites.set(name, { site: name, index: freeIndex(), readings: new Map() });
		}
	}
	const listed = new Set();
	for (const { site, celsius, receivedAt } of [...readings].reverse()) {
		const key = `${receivedAt} ${celsius}`;
		listed.add(`${site} ${key}`);
		sites.get(site).readings.set(key, { site, celsius, at: Date.parse(receivedAt) });
	}
	const oldest = serverTime() - LONGEST;
	for (const [name, site] of sites) {
		for (const [key, { at }] of site.readings) {
			if (at < oldest && !listed.has(`${name} ${key}`)) {
				site.readings.delete(key);
			}
		}
		if (site.readings.size === 0) {
			sites.delete(name);
		}
	}
}

/** The readings of all sites since a time, from old to new; sites without any are left out. */
function since(oldest) {
	return [...sites.values()]
		.map(({ site, index, readings }) => ({ site, index,
			readings: [...readings.values()].filter(({ at }) => at >= oldest).sort((a, b) => a.at - b.at) }))
		.filter(({ readings }) => readings.length > 0);
}

function degrees(celsius) {
	return celsius.toFixed(1).replace("-", "−");
}

function showSites() {
	const list = $("sites");
	const tiles = new Map([...list.children].map((tile) => [tile.dataset.site, tile]));
	for (const { site, index, readings } of since(0)) {
		let tile = tiles.get(site);
		if (!tile) {
			tile = document.createElement("li");
			tile.dataset.site = site;
			const name = element("div", "", "name");
			name.append(swatch(index), element("span", site));
			const value = element("div", "", "value");
			value.append(element("span", ""), element("small", " °C"));
			tile.append(name, value);
			list.append(tile);
		}
		tiles.delete(site);
		const last = readings[readings.length - 1];
		say(tile.querySelector(".value span"), degrees(last.celsius));
		const quiet = serverTime() - last.at > QUIET;
		tile.classList.toggle("quiet", quiet);
		say(tile.querySelector(".value small"), quiet ? ` °C at ${time.format(last.at)}` : " °C");
	}
	tiles.forEach((tile) => tile.remove());
}

function showTable() {
	const newest = since(0).flatMap(({ readings }) => readings)
		.sort((a, b) => b.at - a.at)
		.slice(0, TABLE_ROWS);
	$("table").replaceChildren(...newest.map(({ site, celsius, at }) => {
		const row = document.createElement("tr");
		row.append(element("td", time.format(at)), element("td", site), element("td", degrees(celsius), "number"));
		return row;
	}));
}

function showChart() {
	const now = serverTime();
	const series = since(now - LONGEST);
	const oldest = Math.min(...series.map(({ readings }) => readings[0].at));
	const span = SPANS.find((candidate) => oldest >= now - candidate) ?? LONGEST;
	const texts = series.map(({ site, readings }) => {
		const values = readings.map(({ celsius }) => celsius);
		return `${site}: ${degrees(values[values.length - 1])} degrees now, between ${degrees(Math.min(...values))} and ${
			degrees(Math.max(...values))} before.`;
	});
	$("chart-description").textContent = texts.join(" ") || "No readings in the last two minutes.";
	draw($("chart"), series, now, span);
}

async function readings() {
	try {
		remember(await get("readings"));
		notice($("readings-notice"));
	}
	catch (failure) {
		notice($("readings-notice"), `New readings cannot be fetched: ${reason(failure)}.`);
	}
	showSites();
	showChart();
	if (document.querySelector("details").open) {
		showTable();
	}
}

function showState(name, tone) {
	const state = $("state");
	if (state.dataset.tone !== tone) {
		state.dataset.tone = tone;
		state.querySelector(".sign").textContent = SIGNS[tone];
	}
	say($("state-name"), name);
}

function count(value) {
	return typeof value === "number" ? whole.format(value) : "–";
}

function showSession(session) {
	const connection = session.connection ?? {};
	showState(session.state, TONES[session.state] ?? "calm");
	say($("broker"), session.broker ?? "–");
	say($("client-id"), session.clientId ?? "–");
	say($("session-present"), { true: "yes", false: "no" }[connection.sessionPresent] ?? "–");
	say($("reconnects"), count(connection.reconnects));
	say($("pending"), count(session.router?.pending));
	say($("unsettled"), count(session.settlement?.unsettled));
	notice($("session-notice"), TONES[session.state] === "ok" ? null : connection.lastError);
	$("routes").replaceChildren(...(session.routes ?? []).map(({ id, state, handled, failed }) => {
		const row = document.createElement("tr");
		const name = element("th", id);
		name.scope = "row";
		row.append(name, element("td", state), element("td", count(handled), "number"),
			element("td", count(failed), "number"));
		return row;
	}));
}

async function session() {
	try {
		const { sessions } = await get("actuator/mqtt");
		showSession(sessions.default ?? Object.values(sessions)[0]);
		sessionSeen = new Date();
		$("session-facts").classList.remove("stale");
	}
	catch (failure) {
		showState("UNREACHABLE", "bad");
		$("session-facts").classList.add("stale");
		notice($("session-notice"), `The application does not say how its session is: ${reason(failure)}.`
			+ (sessionSeen ? ` Below is what it said at ${time.format(sessionSeen)}.` : ""));
	}
}

async function repeat(task) {
	const begun = performance.now();
	await task();
	setTimeout(repeat, Math.max(0, EVERY - (performance.now() - begun)), task);
}

new ResizeObserver(showChart).observe($("chart-frame"));
document.querySelector("details").addEventListener("toggle", showTable);
repeat(readings);
repeat(session);
