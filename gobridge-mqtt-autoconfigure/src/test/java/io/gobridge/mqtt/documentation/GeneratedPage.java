package io.gobridge.mqtt.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A page of the documentation that is made from the code. A test compares; with
 * {@code -Ddocs.write=true} it writes the page first.
 *
 * @param path the path of the page, from the root of the project
 */
record GeneratedPage(String path) {

	void isUpToDate(String expected) throws IOException {
		Path page = Path.of("..").resolve(this.path);
		if (Boolean.getBoolean("docs.write")) {
			Files.createDirectories(page.getParent());
			Files.writeString(page, expected);
		}
		assertThat(page).as("%s: run the test with -Ddocs.write=true and commit the page", this.path).exists();
		assertThat(Files.readString(page))
			.as("%s is stale: run the test with -Ddocs.write=true and commit the page", this.path)
			.isEqualTo(expected);
	}

}
