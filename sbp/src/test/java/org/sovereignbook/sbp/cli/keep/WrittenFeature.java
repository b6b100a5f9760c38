package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.runtime.plugin.ApiVersion;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;
import org.sovereignbook.sbp.testing.TestJar;

/** The feature {@code tides} as {@code sbp plugin new tides --feature} writes it. */
public final class WrittenFeature {
  private WrittenFeature() {}

  /** Has it written, builds it, and installs it into the node in whose folder the commands run. */
  public static void installInto(CliTest sbp, Path home) throws IOException {
    assertThat(sbp.run("plugin", "new", "tides", "--feature").exit()).isEqualTo(ExitCode.DONE);
    CliTest.Ran installed = sbp.run("plugin", "install", built(home).toString());
    assertThat(installed.exit()).as(installed.err()).isEqualTo(ExitCode.DONE);
  }

  /** Builds the jar as JBang does, of the files in a folder. */
  static Path built(Path folder) throws IOException {
    String source = Files.readString(folder.resolve("Tides.java"));
    Map<String, byte[]> entries = new LinkedHashMap<>(TestPlugin.compile("Tides", source));
    entries.put("META-INF/extensions.idx", "Tides".getBytes(StandardCharsets.UTF_8));
    entries.put("tides.js", Files.readAllBytes(folder.resolve("tides.js")));
    return Files.write(
        folder.resolve("tides.jar"),
        TestJar.of(
            Map.of(
                "Plugin-Id", "feature-tides",
                "Plugin-Version", "0.1.0",
                "Plugin-Requires", "^" + ApiVersion.CURRENT,
                "Sbp-Provides", "feature:tides"),
            entries));
  }
}
