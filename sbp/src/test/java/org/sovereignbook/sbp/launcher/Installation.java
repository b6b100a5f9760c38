package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The real {@code scripts/sbp}, copied into a folder of its own, on a machine that has only what
 * the test gives it: the folders where JDKs are looked for lie below that folder, and the PATH
 * holds only the programs that the script may use.
 */
final class Installation {
  /** What the launcher starts. */
  static final String MAIN = "org.sovereignbook.sbp.cli.Main";

  private static final Path SH = Path.of("/bin/sh");
  private static final List<String> TOOLS =
      List.of("find", "mkdir", "mv", "readlink", "rm", "sh", "sleep", "stat");
  private static final long PATIENCE_SECONDS = 600;

  /** Prints how it was started; on a training run it writes a cache first. */
  private static final String FAKE_JAVA =
      """
      #!/bin/sh
      for word; do
        case $word in -XX:AOTCacheOutput=*) %s ;; esac
      done
      printf 'word:%%s\\n' "$@"
      echo "home:${0%%/bin/java}"
      echo "SBP=$SBP"
      echo "outdated:$SBP_OUTDATED"
      echo "LC=${LC_ALL:-},${LC_CTYPE:-}"
      exit 42
      """;

  private static final String WRITE_CACHE = "echo cache >\"${word#*=}\"; echo made >>\"$0.log\"";
  private static final String WRITE_NO_CACHE = "echo made >>\"$0.log\"";

  private final Path root;
  private final Path script;
  private final Map<String, String> environment = new HashMap<>();

  private Installation(Path root, String scriptFolder) throws IOException {
    assumeTrue(Files.isExecutable(SH), "the launcher needs a POSIX shell, and here is no " + SH);
    this.root = root;
    script = root.resolve(scriptFolder).resolve("sbp");
    Files.createDirectories(script.getParent());
    writeExecutable(script, confined(Files.readString(originalScript())));
    environment.put("PATH", toolsFolder().toString());
    environment.put("HOME", root.resolve("home").toString());
    environment.put("SBP_PREPARE", "wait");
  }

  /** {@code bin/sbp} and {@code lib/sbp.jar}, as a package would install them. */
  static Installation installed(Path root) throws IOException {
    Installation installation = new Installation(root, "bin");
    Files.createDirectories(installation.jar().getParent());
    Files.writeString(installation.jar(), "a jar");
    return installation;
  }

  /** A checkout in which nothing was built yet. */
  static Installation checkout(Path root) throws IOException {
    Installation installation = new Installation(root, "scripts");
    Files.createDirectories(root.resolve("sbp"));
    Files.writeString(root.resolve("sbp/pom.xml"), "<project/>");
    return installation;
  }

  /** The script alone: no program beside it, nothing to build one from. */
  static Installation scriptOnly(Path root) throws IOException {
    return new Installation(root, "bin");
  }

  Path jar() {
    return root.resolve("lib/sbp.jar");
  }

  Path script() {
    return script;
  }

  Installation set(String variable, Object value) {
    environment.put(variable, value.toString());
    return this;
  }

  /** As a person starts it; otherwise it makes the caches first, so that tests need not wait. */
  Installation preparingBesideCommands() {
    environment.remove("SBP_PREPARE");
    return this;
  }

  Installation withEmptyEnvironment() {
    environment.clear();
    return this;
  }

  /** A JDK in one of the usual folders. */
  Path fakeJdk(String name, String version) throws IOException {
    return fakeJdk(root.resolve("jvm").resolve(name), version, WRITE_CACHE);
  }

  /** What a release has beside the program: a Java of its own, and a folder for its caches. */
  Path ownRuntime() throws IOException {
    Files.createDirectories(root.resolve("lib/aot"));
    return fakeJdk(root.resolve("runtime"), "25.0.3", WRITE_CACHE);
  }

  Path fakeJdkElsewhere(String name, String version) throws IOException {
    return fakeJdk(root.resolve("elsewhere").resolve(name), version, WRITE_CACHE);
  }

  Path fakeJdkThatMakesNoCache(String name, String version) throws IOException {
    return fakeJdk(root.resolve("jvm").resolve(name), version, WRITE_NO_CACHE);
  }

  private static Path fakeJdk(Path home, String version, String onTraining) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"),
        "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
    writeExecutable(home.resolve("bin/java"), FAKE_JAVA.formatted(onTraining));
    return home;
  }

  static long trainingRuns(Path fakeJdk) throws IOException {
    Path log = fakeJdk.resolve("bin/java.log");
    return Files.exists(log) ? Files.readAllLines(log).size() : 0;
  }

  void fakeProgram(String name, String shellScript) throws IOException {
    writeExecutable(toolsFolder().resolve(name), "#!/bin/sh\n" + shellScript);
  }

  /** From now on, the names of the programs that the launcher runs, in the file returned. */
  Path logPrograms() throws IOException {
    Path log = root.resolve("programs");
    for (String tool : TOOLS) {
      fakeProgram(tool, "echo " + tool + " >>'" + log + "'\nexec " + find(tool) + " \"$@\"\n");
    }
    return log;
  }

  /** All caches of this installation's user. */
  List<Path> cacheFiles() throws IOException {
    Path caches = root.resolve("home/.cache");
    if (!Files.exists(caches)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(caches)) {
      return files.filter(file -> file.toString().endsWith(".aot")).toList();
    }
  }

  /** A preparation that this process has begun. */
  void preparedBy(long pid) throws IOException {
    Path preparing = root.resolve("home/.cache/sbp" + jar()).resolve("preparing");
    Files.createDirectories(preparing);
    Files.writeString(preparing.resolve("pid"), pid + "\n");
  }

  Launch launch(String... arguments) throws IOException, InterruptedException {
    return launch(script, arguments);
  }

  Launch launch(Path program, String... arguments) throws IOException, InterruptedException {
    return finish(start(program, arguments));
  }

  Started start(Path program, String... arguments) throws IOException {
    Path output = Files.createTempFile(root, "output", "");
    Path errors = Files.createTempFile(root, "errors", "");
    List<String> command = new ArrayList<>(List.of(SH.toString(), program.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.getParent().toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return new Started(builder.start(), output, errors);
  }

  static Launch finish(Started started) throws IOException, InterruptedException {
    boolean ended = started.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    started.process().destroyForcibly();
    assertThat(ended).as("the launcher ended").isTrue();
    return new Launch(
        started.process().exitValue(),
        Files.readString(started.output()),
        Files.readString(started.errors()));
  }

  record Started(Process process, Path output, Path errors) {}

  private String confined(String original) {
    String confined =
        original
            .replace("/usr/lib/jvm/", "'" + root + "'/jvm/")
            .replace("/Library/Java/JavaVirtualMachines/", "'" + root + "'/no-mac/");
    assertThat(confined)
        .as("the script looks for JDKs where expected")
        .contains(root + "'/no-mac/");
    return confined;
  }

  private static Path originalScript() {
    return Stream.of("../scripts/sbp", "scripts/sbp")
        .map(Path::of)
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new AssertionError("scripts/sbp not found from the working directory"));
  }

  private Path toolsFolder() throws IOException {
    Path tools = root.resolve("tools");
    if (!Files.exists(tools)) {
      Files.createDirectories(tools);
      for (String tool : TOOLS) {
        writeExecutable(tools.resolve(tool), "#!/bin/sh\nexec " + find(tool) + " \"$@\"\n");
      }
    }
    return tools;
  }

  private static Path find(String tool) {
    return Stream.of("/usr/bin", "/bin")
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("this machine has no " + tool));
  }

  private static void writeExecutable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
