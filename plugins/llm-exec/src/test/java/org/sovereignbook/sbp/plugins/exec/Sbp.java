package org.sovereignbook.sbp.plugins.exec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testing.RanCommands;

/** The whole program within the test, in a folder, with a home and an environment of its own. */
record Sbp(Path folder, Map<String, String> environment) {
  /** What a run left behind. */
  record Ran(ExitCode exit, String out, String err) {}

  static Sbp in(Path folder) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    return new Sbp(
        folder,
        Map.of(
            "PATH", System.getenv("PATH"), "HOME", home.toString(), NodeHome.ACCEPT_VARIABLE, "1"));
  }

  Sbp with(String variable, Path value) {
    Map<String, String> more = new TreeMap<>(environment);
    more.put(variable, value.toString());
    return new Sbp(folder, more);
  }

  Ran run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    World world =
        new World(
            environment,
            folder,
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> false,
            new LocalDisk(),
            InstantSource.system(),
            new SecureRandom());
    ExitCode exit = new Program(world).run(words);
    Ran ran =
        new Ran(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    RanCommands.note(List.of(words), exit, ran.out(), ran.err());
    return ran;
  }
}
