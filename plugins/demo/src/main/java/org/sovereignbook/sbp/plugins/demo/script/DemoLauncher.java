package org.sovereignbook.sbp.plugins.demo.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Quoting;

/**
 * The launcher of {@code sbp} for the demo: the one that started the demo, or a script that starts
 * this program in the same way as it runs now.
 */
public record DemoLauncher(Path script) {
  private static final String MAIN_CLASS = "org.sovereignbook.sbp.cli.Main";
  private static final String JVM_OPTIONS =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"
          + " --enable-native-access=ALL-UNNAMED";

  /** Finds the launcher, or writes one into the folder. */
  public static DemoLauncher find(Map<String, String> environment, Path folder) throws IOException {
    Path known = Path.of(environment.getOrDefault(World.LAUNCHER_VARIABLE, ""));
    return known.isAbsolute() && Files.isExecutable(known)
        ? new DemoLauncher(known)
        : written(folder.resolve("sbp"));
  }

  private static DemoLauncher written(Path script) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Files.writeString(
        script,
        "#!/bin/sh\nexec %s %s -cp %s %s \"$@\"\n"
            .formatted(
                Quoting.quoted(java),
                JVM_OPTIONS,
                Quoting.quoted(System.getProperty("java.class.path")),
                MAIN_CLASS));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return new DemoLauncher(script);
  }
}
