import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The trial {@code mutation}: PIT changes the decision classes that {@code mutation.txt} lists, and
 * at least 95 of 100 changes must make a test fail. Equivalent changes, which no test can notice,
 * are listed there with their reasons and are not counted.
 *
 * <p>Arguments: the checkout, and the groups to run; without one, all. Exit code 1 if a group is
 * below the limit.
 */
final class Mutation {
  private static final double LEAST_KILLED = 0.95;
  private static final String PACKAGE = "org.sovereignbook.sbp.";

  /** Declared group; {@code equivalent} has the number of such mutants by place and change. */
  private record Group(
      String name, List<String> classes, List<String> tests, Map<String, Integer> equivalent) {}

  private final Path root;
  private final Path out;

  private Mutation(Path root) {
    this.root = root;
    this.out = root.resolve("target/mutation");
  }

  public static void main(String[] args) throws Exception {
    Mutation mutation = new Mutation(Path.of(args[0]).toRealPath());
    List<String> names = List.of(args).subList(1, args.length);
    boolean isGood = true;
    String tool = mutation.tool();
    String tested = mutation.tested();
    for (Group group : mutation.groups()) {
      if (names.isEmpty() || names.contains(group.name())) {
        isGood &= mutation.run(group, tool, tested);
      }
    }
    System.exit(isGood ? 0 : 1);
  }

  private List<Group> groups() throws IOException {
    List<Group> groups = new ArrayList<>();
    for (String line : Files.readAllLines(root.resolve("scripts/trials.d/mutation.txt"))) {
      List<String> words = List.of(line.strip().split(" +"));
      List<String> rest = words.subList(1, words.size());
      switch (words.getFirst()) {
        case "group" ->
            groups.add(
                new Group(
                    rest.getFirst(), new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>()));
        case "classes" -> groups.getLast().classes().addAll(rest);
        case "tests" -> groups.getLast().tests().addAll(rest);
        // equivalent COUNT CLASS.METHOD CHANGE | REASON
        case "equivalent" -> {
          String place = String.join(" ", rest.subList(1, rest.size())).split(" \\| ")[0];
          groups.getLast().equivalent().put(place, Integer.valueOf(rest.getFirst()));
        }
        default -> {
          if (!line.isBlank() && !line.startsWith("#")) {
            throw new IllegalArgumentException("mutation.txt: " + line);
          }
        }
      }
    }
    return groups;
  }

  private boolean run(Group group, String tool, String tested) throws Exception {
    Path report = out.resolve(group.name());
    Files.createDirectories(report);
    execute(
        root.resolve("sbp"),
        report.resolve("output.txt"),
        List.of(
            java(),
            "-XX:+UseSerialGC",
            "-cp",
            tool + File.pathSeparator + tested,
            "org.pitest.mutationtest.commandline.MutationCoverageReport",
            "--reportDir=" + report,
            "--targetClasses=" + names(group.classes()),
            "--targetTests=" + names(group.tests()),
            "--sourceDirs=node/src/main/java,society/src/main/java,src/main/java",
            "--mutableCodePaths="
                + Stream.of("sbp/node", "sbp/society", "sbp")
                    .map(module -> root.resolve(module + "/target/classes").toString())
                    .collect(Collectors.joining(",")),
            "--outputFormats=XML",
            "--timestampedReports=false",
            "--threads=1",
            "--timeoutConst=20000",
            "--jvmArgs=-XX:+UseSerialGC,-XX:TieredStopAtLevel=1,--enable-native-access=ALL-UNNAMED"));
    return judge(group, report.resolve("mutations.xml"));
  }

  private static String names(List<String> names) {
    return names.stream().map(name -> PACKAGE + name).collect(Collectors.joining(","));
  }

  private static boolean judge(Group group, Path report) throws Exception {
    NodeList mutants =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(report.toFile())
            .getElementsByTagName("mutation");
    Map<String, Integer> alive = new TreeMap<>();
    for (int i = 0; i < mutants.getLength(); i++) {
      Element mutant = (Element) mutants.item(i);
      if (!mutant.getAttribute("detected").equals("true")) {
        alive.merge(place(mutant), 1, Integer::sum);
      }
    }
    int equivalent = 0;
    for (Map.Entry<String, Integer> entry : group.equivalent().entrySet()) {
      int found = Math.min(entry.getValue(), alive.getOrDefault(entry.getKey(), 0));
      equivalent += found;
      if (found < entry.getValue()) {
        System.out.println(
            "  listed " + entry.getValue() + ", found " + found + ": " + entry.getKey());
      }
      alive.computeIfPresent(entry.getKey(), (_, all) -> all == found ? null : all - found);
    }
    int survivors = alive.values().stream().mapToInt(Integer::intValue).sum();
    int counted = mutants.getLength() - equivalent;
    double share = counted == 0 ? 0 : 1.0 * (counted - survivors) / counted;
    System.out.printf(
        "%-8s %4d mutants, %3d equivalent, %4d killed: %.1f %%%n",
        group.name(), mutants.getLength(), equivalent, counted - survivors, share * 100);
    alive.forEach((place, count) -> System.out.println("  survives " + count + " " + place));
    return share >= LEAST_KILLED;
  }

  /** Returns the class and method of a mutant and its change, without what differs by compiler. */
  private static String place(Element mutant) {
    String type = text(mutant, "mutatedClass");
    String change = text(mutant, "description").replaceAll(" for [\\w/$]+::.*", "");
    return type.substring(type.lastIndexOf('.') + 1)
        + "."
        + text(mutant, "mutatedMethod")
        + " "
        + change.strip();
  }

  private static String text(Element mutant, String tag) {
    return mutant.getElementsByTagName(tag).item(0).getTextContent();
  }

  private String tool() throws Exception {
    Path file = out.resolve("tool.txt");
    Path pom = root.resolve("scripts/trials.d/mutation.pom.xml");
    maven("-f", pom.toString(), "dependency:build-classpath", "-Dmdep.outputFile=" + file);
    return Files.readString(file).strip();
  }

  private String tested() throws Exception {
    maven(
        "-pl",
        "sbp/tests",
        "-am",
        "test-compile",
        "dependency:build-classpath",
        "-Dmdep.outputFile=target/mutation.txt");
    return String.join(
        File.pathSeparator,
        root.resolve("sbp/tests/target/test-classes").toString(),
        Files.readString(root.resolve("sbp/tests/target/mutation.txt")).strip());
  }

  private void maven(String... arguments) throws Exception {
    Files.createDirectories(out);
    List<String> command = new ArrayList<>(List.of("mvn", "-q", "-B"));
    command.addAll(List.of(arguments));
    execute(root, out.resolve("maven.txt"), command);
  }

  private static void execute(Path where, Path output, List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(where.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (process.waitFor() != 0) {
      System.out.println(Files.readString(output));
      throw new IOException(command.getFirst() + " failed; " + output + " has its output");
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
