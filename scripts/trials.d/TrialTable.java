import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The declared trials, and the tagged test classes of the tree, each in one of them. */
final class TrialTable {
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"trial\"\\)");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:public )?(?:final )?(abstract )?(?:class|interface) (\\w+)");
  private static final Pattern EXTENDS = Pattern.compile("\\b(?:extends|implements) (\\w+)");

  /** A test class with the tag, on itself, on one of its methods or on a contract's. */
  record Tagged(String module, String className) {
    String simpleName() {
      return className.substring(className.lastIndexOf('.') + 1);
    }
  }

  private final List<Trial> trials;
  private final List<Tagged> tagged;

  private TrialTable(List<Trial> trials, List<Tagged> tagged) {
    this.trials = trials;
    this.tagged = tagged;
  }

  static TrialTable of(Path root) throws IOException {
    return new TrialTable(
        declared(Files.readAllLines(root.resolve("scripts/trials.d/trials.txt"))), tagged(root));
  }

  List<Trial> trials() {
    return trials;
  }

  /** Returns the classes of a trial, those of each module. */
  Map<String, List<String>> classes(Trial trial, Path root) throws IOException {
    Map<String, List<String>> classes = new LinkedHashMap<>();
    for (Trial.Classes part : trial.tests()) {
      List<String> found =
          part.isWhole()
              ? sources(root, part.module()).stream()
                  .map(TrialTable::className)
                  .filter(name -> part.has(name.substring(name.lastIndexOf('.') + 1)))
                  .toList()
              : tagged.stream()
                  .filter(each -> each.module().equals(part.module()))
                  .filter(each -> owners(each).contains(trial.name()))
                  .map(Tagged::className)
                  .toList();
      classes
          .computeIfAbsent((part.isWhole() ? "+" : "") + part.module(), _ -> new ArrayList<>())
          .addAll(found);
    }
    classes.replaceAll((_, names) -> List.copyOf(new TreeSet<>(names)));
    return classes;
  }

  /** Returns what is wrong: a tagged class without a trial or in two, a pattern without a class. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (Tagged each : tagged) {
      List<String> owners = owners(each);
      if (owners.size() != 1) {
        faults.add(each.className() + " belongs to " + (owners.isEmpty() ? "no trial" : owners));
      }
    }
    for (Trial trial : trials) {
      for (Trial.Classes part : trial.tests()) {
        part.patterns().stream()
            .filter(pattern -> !part.isWhole() && !part.isRest() && isUnused(part, pattern))
            .forEach(pattern -> faults.add(trial.name() + ": no tagged class is " + pattern));
      }
    }
    return faults;
  }

  private boolean isUnused(Trial.Classes part, String pattern) {
    Trial.Classes one = new Trial.Classes(part.module(), false, List.of(pattern));
    return tagged.stream()
        .noneMatch(each -> each.module().equals(part.module()) && one.has(each.simpleName()));
  }

  private List<String> owners(Tagged tagged) {
    List<String> named = owners(tagged, false);
    return named.isEmpty() ? owners(tagged, true) : named;
  }

  private List<String> owners(Tagged tagged, boolean isRest) {
    return trials.stream()
        .filter(
            trial ->
                trial.tests().stream()
                    .filter(part -> !part.isWhole() && part.isRest() == isRest)
                    .filter(part -> part.module().equals(tagged.module()))
                    .anyMatch(part -> isRest || part.has(tagged.simpleName())))
        .map(Trial::name)
        .toList();
  }

  private static List<Trial> declared(List<String> lines) {
    List<Trial> trials = new ArrayList<>();
    for (String line : lines) {
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int space = text.indexOf(' ');
      String key = text.substring(0, space);
      String rest = text.substring(space + 1).strip();
      if (key.equals("trial")) {
        String[] head = rest.split(" +", 3);
        trials.add(Trial.of(head[0], Integer.parseInt(head[1]), head[2]));
      } else {
        add(trials.getLast(), key, List.of(rest.split(" +")));
      }
    }
    return List.copyOf(trials);
  }

  private static void add(Trial trial, String key, List<String> words) {
    switch (key) {
      case "packages" -> trial.packages().addAll(words);
      case "tests", "whole" ->
          trial
              .tests()
              .add(
                  new Trial.Classes(
                      words.getFirst(), key.equals("whole"), words.subList(1, words.size())));
      case "full" -> trial.full().addAll(words);
      case "with" -> trial.with().addAll(words);
      case "run" -> trial.run().addAll(words);
      case "full-run" -> trial.fullRun().addAll(words);
      case "needs" -> trial.needs().addAll(words);
      case "argument" -> trial.argument().addAll(words);
      default -> throw new IllegalArgumentException("trials.txt: unknown word " + key);
    }
  }

  private static List<Tagged> tagged(Path root) throws IOException {
    Map<Path, String> texts = new TreeMap<>();
    Map<Path, String> tests = new TreeMap<>();
    for (String module : modules(root)) {
      sources(root, module).forEach(file -> tests.put(file, module));
    }
    for (Path file : tests.keySet()) {
      texts.put(file, Files.readString(file));
    }
    for (Path file : javaBelow(root.resolve("testkit/src/main/java"))) {
      texts.put(file, Files.readString(file));
    }
    TreeSet<String> names = new TreeSet<>();
    for (int before = -1; before < names.size(); ) {
      before = names.size();
      texts.forEach(
          (file, text) -> {
            if (TAG.matcher(text).find() || extendsOne(text, names)) {
              names.add(simpleName(file));
            }
          });
    }
    List<Tagged> tagged = new ArrayList<>();
    tests.forEach(
        (file, module) -> {
          if (names.contains(simpleName(file)) && isConcrete(texts.get(file))) {
            tagged.add(new Tagged(module, className(file)));
          }
        });
    return List.copyOf(tagged);
  }

  private static boolean extendsOne(String text, TreeSet<String> names) {
    return EXTENDS.matcher(text).results().map(each -> each.group(1)).anyMatch(names::contains);
  }

  private static boolean isConcrete(String text) {
    Matcher type = TYPE.matcher(text);
    return type.find() && type.group(1) == null;
  }

  private static String simpleName(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  /** Returns the Maven modules that have tests, named by their folder. */
  static List<String> modules(Path root) throws IOException {
    List<String> modules = new ArrayList<>(List.of("sbp/tests", "testkit/tests", "release"));
    for (String parent : List.of("plugins", "examples/plugins")) {
      try (Stream<Path> folders = Files.list(root.resolve(parent))) {
        folders
            .filter(folder -> Files.isDirectory(folder.resolve("src/test/java")))
            .filter(folder -> !isFeature(folder))
            .map(folder -> parent + "/" + folder.getFileName())
            .sorted()
            .forEach(modules::add);
      }
    }
    return modules;
  }

  /** Returns the folder that a module's tests run in, where its {@code src/test} is. */
  static String folder(String module) {
    return module.endsWith("/tests") ? module.substring(0, module.indexOf('/')) : module;
  }

  /** Returns whether a plugin's tests run beside those of the program. */
  private static boolean isFeature(Path plugin) {
    return Files.exists(plugin.resolve("src/main/resources/META-INF/sbp-features"));
  }

  private static List<Path> sources(Path root, String module) throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path folder : testFolders(root, module)) {
      all.addAll(javaBelow(folder));
    }
    return all;
  }

  /** Returns the folders with tests that a module runs. */
  private static List<Path> testFolders(Path root, String module) throws IOException {
    List<Path> folders = new ArrayList<>(List.of(root.resolve(folder(module))));
    if (module.equals("sbp/tests")) {
      folders.addAll(List.of(root.resolve("sbp/node"), root.resolve("sbp/society")));
      try (Stream<Path> plugins = Files.list(root.resolve("plugins"))) {
        plugins.filter(TrialTable::isFeature).sorted().forEach(folders::add);
      }
    }
    return folders.stream()
        .map(folder -> folder.resolve("src/test/java"))
        .filter(Files::isDirectory)
        .toList();
  }

  private static String className(Path file) {
    String path = file.toString().replace('\\', '/');
    String inside = "/src/test/java/";
    return path.substring(path.indexOf(inside) + inside.length())
        .replaceAll("\\.java$", "")
        .replace('/', '.');
  }

  private static List<Path> javaBelow(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }
}
