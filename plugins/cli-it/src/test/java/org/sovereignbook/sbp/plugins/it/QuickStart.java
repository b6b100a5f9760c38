package org.sovereignbook.sbp.plugins.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A script in the place of a CLI, for tests that are not about its start: it repeats what the CLI
 * once told of itself, which backends ask before every call, and spares it work that shows nowhere.
 * All else is the CLI's, in the same process.
 */
final class QuickStart {
  private QuickStart() {}

  /**
   * Asks the CLI and writes the script.
   *
   * @param folder for its files, as long as it is used
   */
  static Path of(CliUnderTest cli, Path program, Path folder)
      throws IOException, InterruptedException {
    Path told = folder.resolve("told.txt");
    ProcessBuilder asked =
        new ProcessBuilder(program.toString(), cli.probe())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(told.toFile());
    asked.environment().clear();
    asked.environment().putAll(Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString()));
    Process process = asked.start();
    process.getOutputStream().close();
    assertThat(process.waitFor()).as("%s %s", program, cli.probe()).isZero();
    String spared =
        cli.spared(folder).entrySet().stream()
            .map(variable -> "export " + variable.getKey() + "='" + variable.getValue() + "'\n")
            .collect(Collectors.joining());
    Path script = folder.resolve(program.getFileName());
    Files.writeString(
        script,
        """
        #!/bin/sh
        [ "$*" != '%s' ] || exec cat '%s'
        %sexec '%s' "$@"
        """
            .formatted(cli.probe(), told, spared, program));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }
}
