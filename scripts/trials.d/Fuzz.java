import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The trial {@code fuzz}: Jazzer feeds each target that {@code fuzz.txt} lists with inputs that
 * reach new code, from its corpus on, and no target may throw or hang.
 *
 * <p>Arguments: the checkout, {@code --seconds N} for each target, and names of targets; without
 * one, all. Exit code 1 if a target failed; its input is then in {@code target/fuzz/NAME}, and
 * belongs into the corpus.
 */
final class Fuzz {
  private static final int USAGE = 2;
  private static final String SECONDS = "10";
  private static final String CLASS_PATH = "target/trial-classpath.txt";
  private static final int MOST_INPUT_BYTES = 8_192;
  private static final int MOST_SECONDS_FOR_ONE = 60;

  private record Target(String name, String module, String type) {}

  private final Path root;
  private final Path out;
  private final String seconds;

  private Fuzz(Path root, String seconds) {
    this.root = root;
    this.out = root.resolve("target/fuzz");
    this.seconds = seconds;
  }

  public static void main(String[] args) throws Exception {
    List<String> names = new ArrayList<>(List.of(args).subList(1, args.length));
    String seconds = SECONDS;
    int at = names.indexOf("--seconds");
    if (at >= 0 && at + 1 < names.size()) {
      names.remove(at);
      seconds = names.remove(at);
    }
    Fuzz fuzz = new Fuzz(Path.of(args[0]).toRealPath(), seconds);
    List<Target> targets = fuzz.targets();
    List<String> known = targets.stream().map(Target::name).toList();
    if (!known.containsAll(names) || !seconds.matches("[1-9][0-9]{0,5}")) {
      System.out.println("fuzz: expected [--seconds N] [TARGET...] of " + String.join(" ", known));
      System.exit(USAGE);
    }
    List<Target> chosen =
        targets.stream().filter(each -> names.isEmpty() || names.contains(each.name())).toList();
    fuzz.build(chosen);
    String tool = fuzz.tool();
    boolean isGood = true;
    for (Target target : chosen) {
      isGood &= fuzz.run(target, tool);
    }
    System.exit(isGood ? 0 : 1);
  }

  /** Builds the modules of targets that were never built; others are taken as they are. */
  private void build(List<Target> chosen) throws Exception {
    String missing =
        chosen.stream()
            .map(Target::module)
            .distinct()
            .filter(module -> !Files.exists(root.resolve(module).resolve(CLASS_PATH)))
            .collect(Collectors.joining(","));
    if (missing.isEmpty()) {
      return;
    }
    Path output = Files.createDirectories(out).resolve("build.txt");
    List<String> command =
        List.of("mvn", "-q", "-B", "-Ptrials", "-DskipTests", "-pl", missing, "-am", "package");
    if (execute(root, output, command) != 0) {
      System.out.println(Files.readString(output));
      throw new IOException("the build has failed; " + output + " says why");
    }
  }

  private List<Target> targets() throws IOException {
    List<Target> targets = new ArrayList<>();
    for (String line : Files.readAllLines(root.resolve("scripts/trials.d/fuzz.txt"))) {
      if (!line.startsWith("#")) {
        String[] words = line.split(" ");
        targets.add(new Target(words[0], words[1], words[2]));
      }
    }
    return targets;
  }

  private boolean run(Target target, String tool) throws Exception {
    Path folder = out.resolve(target.name());
    delete(folder);
    Path grown = Files.createDirectories(folder.resolve("corpus"));
    Path module = root.resolve(target.module());
    Path resources = module.endsWith("sbp/tests") ? root.resolve("sbp") : module;
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1500m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            String.join(
                File.pathSeparator,
                tool,
                module.resolve("target/test-classes").toString(),
                module.resolve("target/classes").toString(),
                Files.readString(module.resolve(CLASS_PATH)).strip()),
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + target.type(),
            "--instrumentation_includes=org.sovereignbook.sbp.**",
            "--disabled_hooks=**",
            "-max_total_time=" + seconds,
            "-timeout=" + MOST_SECONDS_FOR_ONE,
            "-rss_limit_mb=0",
            "-max_len=" + MOST_INPUT_BYTES,
            "-print_final_stats=1",
            grown.toString(),
            resources.resolve("src/test/resources/fuzz").resolve(target.name()).toString());
    Path output = folder.resolve("output.txt");
    boolean isGood = execute(folder, output, command) == 0;
    System.out.printf(
        Locale.ROOT,
        "%s  %-10s %s inputs%s%n",
        isGood ? "ok  " : "fail",
        target.name(),
        inputs(output),
        isGood ? "" : "; " + folder + " has the one that failed, and output.txt");
    return isGood;
  }

  /** Returns the number of inputs, as the tool counts them at its end. */
  private static String inputs(Path output) throws IOException {
    String begin = "stat::number_of_executed_units:";
    return new String(Files.readAllBytes(output), java.nio.charset.StandardCharsets.ISO_8859_1)
        .lines()
        .filter(line -> line.startsWith(begin))
        .map(line -> line.substring(begin.length()).strip())
        .findFirst()
        .orElse("0");
  }

  private String tool() throws Exception {
    Files.createDirectories(out);
    Path file = out.resolve("tool.txt");
    Path output = out.resolve("maven.txt");
    List<String> command =
        List.of(
            "mvn",
            "-q",
            "-B",
            "-f",
            root.resolve("scripts/trials.d/fuzz.pom.xml").toString(),
            "dependency:build-classpath",
            "-Dmdep.outputFile=" + file);
    if (execute(root, output, command) != 0) {
      System.out.println(Files.readString(output));
      throw new IOException("Jazzer could not be fetched; " + output + " says why");
    }
    return Files.readString(file).strip();
  }

  private static int execute(Path where, Path output, List<String> command) throws Exception {
    return new ProcessBuilder(command)
        .directory(where.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start()
        .waitFor();
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
