package org.sovereignbook.sbp.plugins.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The processes of this machine, as far as it shows them. */
final class Processes {
  private Processes() {}

  /** Those whose environment names a folder; none on systems that do not show environments. */
  static List<String> mentioning(Path folder) {
    return ProcessHandle.allProcesses()
        .filter(process -> environment(process).contains(folder.toString()))
        .map(process -> process.pid() + " " + process.info().command().orElse("?"))
        .toList();
  }

  private static String environment(ProcessHandle process) {
    try {
      Path file = Path.of("/proc", String.valueOf(process.pid()), "environ");
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
