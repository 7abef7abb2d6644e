/*
 * Draws temperatures over time as SVG. Sites differ by colour, dash, shape of the markers
 * and a label at the end of the line, so that none of it is needed alone.
 */

const SVG = "http://www.w3.org/2000/svg";

const COLOURS = 6;

const DASHES = ["", "7 4", "2 4", "11 4 2 4"];

const SHAPES = [
	"M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
	"M-3.2 -3.2h6.4v6.4h-6.4z",
	"M0 -4.2l4.2 7.4h-8.4z",
	"M0 -4.4l4.4 4.4l-4.4 4.4l-4.4 -4.4z"
];

const MARKER_EVERY = 10_000;

const LABEL_HEIGHT = 15;

/** What distinguishes the n-th site, for the chart and for its legend. */
export function style(index) {
	return {
		colour: `var(--series-${index % COLOURS})`,
		dash: DASHES[index % DASHES.length],
		shape: SHAPES[index % SHAPES.length]
	};
}

export function node(name, attributes = {}, ...children) {
	const element = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(attributes)) {
		element.setAttribute(key, value);
	}
	element.append(...children);
	return element;
}

/** A short piece of the line of a site. */
export function swatch(index) {
	const { colour, dash, shape } = style(index);
	return node("svg", { class: "series", style: `--series: ${colour}`, viewBox: "0 0 30 12", width: 30, height: 12, "aria-hidden": "true" },
		node("path", { d: "M1 6h28", "stroke-dasharray": dash || "none" }),
		node("path", { d: shape, class: "marker", transform: "translate(15 6)" }));
}

/** Steps of 1, 2 or 5 times a power of ten, four to seven of them. */
function ticks(low, high) {
	const rough = (high - low) / 7;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough);
	const values = [];
	for (let i = Math.ceil(low / step); i * step <= high; i++) {
		values.push(Number((i * step).toPrecision(12)));
	}
	return values;
}

function range(series) {
	const values = series.flatMap(({ readings }) => readings.map(({ celsius }) => celsius));
	const low = Math.min(...values);
	const high = Math.max(...values);
	const margin = Math.max((high - low) * 0.08, 0.5);
	return [low - margin, high + margin];
}

function ago(millis) {
	const seconds = Math.round(millis / 1000);
	return seconds === 0 ? "now" : `${seconds} s ago`;
}

/** Moves labels apart that would cover each other, and keeps them inside. */
function spread(labels, top, bottom) {
	labels.sort((a, b) => a.y - b.y);
	for (let i = 0, free = top; i < labels.length; i++) {
		labels[i].y = Math.max(labels[i].y, free);
		free = labels[i].y + LABEL_HEIGHT;
	}
	for (let i = labels.length - 1, free = bottom; i >= 0; i--) {
		labels[i].y = Math.min(labels[i].y, free);
		free = labels[i].y - LABEL_HEIGHT;
	}
}

function axes(box, [low, high], span, y, x, now) {
	const group = node("g", { "aria-hidden": "true" });
	for (const value of ticks(low, high)) {
		const at = y(value);
		group.append(node("line", { class: "grid", x1: box.left, x2: box.right, y1: at, y2: at }),
			node("text", { x: box.left - 8, y: at + 4, "text-anchor": "end" }, String(value)));
	}
	const step = span / (box.right - box.left > 420 ? 6 : 3);
	for (let back = 0; back <= span; back += step) {
		const at = x(now - back);
		group.append(node("line", { class: "axis", x1: at, x2: at, y1: box.bottom, y2: box.bottom + 5 }),
			node("text", { x: at, y: box.bottom + 19, "text-anchor": "middle" }, ago(back)));
	}
	group.append(node("line", { class: "axis", x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }),
		node("text", { x: 2, y: 12 }, "°C"));
	return group;
}

function line({ index, readings }, x, y) {
	const { colour, dash, shape } = style(index);
	const group = node("g", { class: "series", style: `--series: ${colour}` });
	const path = readings.map(({ at, celsius }) => `${x(at).toFixed(1)} ${y(celsius).toFixed(1)}`).join("L");
	group.append(node("path", { d: `M${path}`, "stroke-dasharray": dash || "none" }));
	let bucket;
	readings.forEach(({ at, celsius }, i) => {
		const last = i === readings.length - 1;
		if (last || Math.floor(at / MARKER_EVERY) !== bucket) {
			bucket = Math.floor(at / MARKER_EVERY);
			group.append(node("path", { d: shape, class: last ? "marker last" : "marker",
				transform: `translate(${x(at).toFixed(1)} ${y(celsius).toFixed(1)})` }));
		}
	});
	return group;
}

/**
 * Draws everything anew.
 * @param svg the element, whose title and description stay
 * @param series what to draw: site, index of its style, readings from old to new
 * @param now the time at the right end
 * @param span how far back the left end is, in milliseconds
 */
export function draw(svg, series, now, span) {
	const { width, height } = svg.getBoundingClientRect();
	const kept = [...svg.querySelectorAll(":scope > title, :scope > desc")];
	svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
	svg.dataset.points = String(series.reduce((sum, { readings }) => sum + readings.length, 0));
	if (series.length === 0) {
		svg.replaceChildren(...kept, node("text", { class: "empty", x: width / 2, y: height / 2, "text-anchor": "middle",
			"aria-hidden": "true" }, "Waiting for readings"));
		return;
	}
	const box = { left: 38, right: width - 92, top: 24, bottom: height - 28 };
	const [low, high] = range(series);
	const x = (at) => box.right - (now - at) / span * (box.right - box.left);
	const y = (celsius) => box.bottom - (celsius - low) / (high - low) * (box.bottom - box.top);
	const labels = series.map(({ site, index, readings }) => {
		const last = readings[readings.length - 1];
		return { site, index, x: x(last.at) + 10, y: y(last.celsius) + 4 };
	});
	spread(labels, box.top + 4, box.bottom);
	const lines = series.map((one) => {
		const group = line(one, x, y);
		const label = labels.find(({ site }) => site === one.site);
		const name = one.site.length > 12 ? `${one.site.slice(0, 11)}…` : one.site;
		group.setAttribute("data-site", one.site);
		group.append(node("text", { x: label.x, y: label.y }, name));
		return group;
	});
	svg.replaceChildren(...kept, axes(box, [low, high], span, y, x, now), ...lines);
}
