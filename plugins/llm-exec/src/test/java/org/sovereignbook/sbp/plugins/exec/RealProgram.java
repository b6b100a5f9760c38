package org.sovereignbook.sbp.plugins.exec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.NodeHome;

/** The program as processes, with this plugin, and a node in a folder of its own. */
record RealProgram(Path folder, Path launcher, Path plugins, Path home) {
  static RealProgram in(Path folder) throws IOException {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    PackedExec.into(plugins.resolve("llm-exec.jar"));
    Path launcher = folder.resolve("sbp");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' %s -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED",
                System.getProperty("java.class.path"),
                "org.sovereignbook.sbp.cli.Main"));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    return new RealProgram(folder, launcher, plugins, folder.resolve("node"));
  }

  /** Returns a command of the node, whose whole output goes to a file. */
  ProcessBuilder command(Path out, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(words));
    if (!words[0].equals("init")) {
      command.addAll(List.of("--home", home.toString()));
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    environment.put(NodeHome.ACCEPT_VARIABLE, "1");
    environment.put("SBP_BUNDLED_PLUGINS", plugins.toString());
    environment.put(World.LAUNCHER_VARIABLE, launcher.toString());
    return builder;
  }
}
