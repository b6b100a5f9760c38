package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.testing.RanCommands;

/** The checkout's {@code scripts/jbang}, with a home and caches of its own that begin empty. */
final class JBang {
  private static final long PATIENCE_MINUTES = 18;

  private final Map<String, String> environment;
  private final Path folder;

  private JBang(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  private static Map<String, String> environment(Path folder) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("JBANG_DIR", folder.resolve("jbang").toString());
    environment.put("JBANG_CACHE_DIR", folder.resolve("jbang/cache").toString());
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    environment.put("XDG_DATA_HOME", folder.resolve("data").toString());
    environment.put("SBP_JAVA", System.getProperty("java.home"));
    environment.put("SBP_JBANG", script().toString());
    return environment;
  }

  /** What became of a command. */
  record Ran(int exit, String out, String err) {}

  /** JBang in an empty folder; where it cannot be had, the test is skipped and says why. */
  static JBang in(Path folder) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "scripts/jbang needs a POSIX shell");
    JBang jbang = new JBang(Files.createDirectories(folder), environment(folder));
    Ran version = jbang.run(folder, script().toString(), "--version");
    assumeTrue(version.exit() == 0, "JBang cannot be fetched here: " + version.err());
    return jbang;
  }

  static Path script() {
    return Checkout.root().resolve("scripts/jbang");
  }

  /** The same with a variable of the environment set. */
  JBang with(String variable, String value) {
    Map<String, String> changed = new TreeMap<>(environment);
    changed.put(variable, value);
    return new JBang(folder, changed);
  }

  Path folder() {
    return folder;
  }

  /** Returns the variables of the environment by which it stays in its folder. */
  Map<String, String> variables() {
    return environment;
  }

  Ran jbang(Path workingFolder, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script().toString()));
    command.addAll(List.of(arguments));
    return run(workingFolder, command.toArray(String[]::new));
  }

  Ran run(Path workingFolder, String... command) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(workingFolder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().remove("SBP");
    builder.environment().remove("SBP_HOME");
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).as(String.join(" ", command) + " ended").isTrue();
    Ran ran = new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
    RanCommands.note(List.of(command), ran.exit(), ran.out(), ran.err());
    return ran;
  }
}
