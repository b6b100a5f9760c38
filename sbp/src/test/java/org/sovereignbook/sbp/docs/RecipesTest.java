package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipes of docs/architecture.md are true: followed to the letter in a copy, all of them
 * compile and work, and take as many files and lines as the page says.
 */
class RecipesTest {
  private static final String BASE = "org/sovereignbook/sbp/";
  private static final Pattern BLOCK =
      Pattern.compile("```(java|sql|diff)\n(.*?)\n```", Pattern.DOTALL);
  private static final Pattern PATH = Pattern.compile("(?://|--) (\\S+/(\\S+\\.(?:java|sql)))\n");
  private static final Pattern PLACE =
      Pattern.compile("\\+\\+\\+ (\\S+), (?:after (.+)|at the end of (\\w+))");
  private static final Pattern TEST =
      Pattern.compile("Kept true by\\s+`([a-z.]*?)\\.?([A-Z]\\w+)`");
  private static final Pattern ROW = Pattern.compile("\\| (A new .+?) \\| (\\d+) \\| (\\d+) \\|");
  private static final Pattern TYPE = Pattern.compile("`([a-z]+(?:\\.[a-z]+)*\\.[A-Z]\\w+)");
  private static final Pattern SCRIPT = Pattern.compile("V(\\d+)__");

  @TempDir Path folder;

  /** Files of the program that recipes change, by their paths. */
  private final Map<String, String> changed = new LinkedHashMap<>();

  private Path written = Path.of("");
  private Path classes = Path.of("");

  /** A recipe: its heading and its text. */
  private record Recipe(String name, String text) {
    List<String> blocks(boolean isDiff) {
      return BLOCK
          .matcher(text)
          .results()
          .filter(block -> block.group(1).equals("diff") == isDiff)
          .map(block -> block.group(2))
          .toList();
    }

    /** The imports of the test that keeps it true are those of its files, which the page omits. */
    String imports() {
      Matcher test = TEST.matcher(text);
      assertThat(test.find()).as(name).isTrue();
      String path = BASE + test.group(1).replace('.', '/') + "/" + test.group(2) + ".java";
      return source("src/test/java", path)
          .lines()
          .filter(
              line ->
                  line.startsWith("import org.s")
                      || line.startsWith("import java")
                      || line.startsWith("import pico"))
          .collect(Collectors.joining("\n"));
    }
  }

  private static List<Recipe> recipes(String page) {
    String all =
        page.substring(page.indexOf("\n## Recipes"), page.indexOf("\n### Other extension points"));
    return Stream.of(all.split("\n### "))
        .skip(1)
        .map(text -> new Recipe(text.substring(0, text.indexOf('\n')), text))
        .toList();
  }

  /** Reads a file of the module that has it. */
  private static String source(String kind, String path) {
    try (Stream<Path> modules =
        Files.find(Page.root(), 2, (file, _) -> Files.isDirectory(file.resolve(kind)))) {
      Path found =
          modules
              .map(module -> module.resolve(kind).resolve(path))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow(() -> new AssertionError("there is no " + path));
      return Files.readString(found);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String next() {
    int newest =
        SCRIPT
            .matcher(source("src/main/java", BASE + "authority/ledger/Schema.java"))
            .results()
            .mapToInt(script -> Integer.parseInt(script.group(1)))
            .max()
            .orElseThrow();
    return "V" + (newest + 1) + "__";
  }

  private void write(Recipe recipe, String block) throws IOException {
    Matcher path = PATH.matcher(block);
    assertThat(path.lookingAt()).as("names its file: " + block).isTrue();
    boolean isJava = path.group(1).endsWith(".java");
    String name = path.group(1).replace("V99__", next());
    Path file = (isJava ? written : classes).resolve(BASE + name);
    Files.createDirectories(file.getParent());
    String head =
        isJava
            ? "package %s;\n%s\n%s"
                .formatted(
                    (BASE + name.substring(0, name.lastIndexOf('/'))).replace('/', '.'),
                    recipe.imports(),
                    "import org.sovereignbook.sbp.society.office.*;\n")
            : "";
    Files.writeString(file, head + block);
  }

  /** Adds the lines of a block to files of the copy; returns how many. */
  private int add(String block) {
    Optional<Matcher> place = Optional.empty();
    int count = 0;
    for (String line : block.lines().toList()) {
      Matcher next = PLACE.matcher(line);
      if (next.matches()) {
        place = Optional.of(next);
      } else {
        assertThat(line).startsWith("+");
        add(place.orElseThrow(), line.substring(1).replace("V99__", next()));
        count++;
      }
    }
    return count;
  }

  private void add(Matcher place, String line) {
    String path = BASE + place.group(1);
    String text = changed.computeIfAbsent(path, it -> source("src/main/java", it));
    int at;
    String added = "\n" + line;
    if (line.startsWith("import ")) {
      at = text.indexOf('\n');
    } else if (place.group(2) != null) {
      assertThat(text).as(path).containsOnlyOnce(place.group(2));
      at = text.indexOf(place.group(2)) + place.group(2).length();
    } else {
      int list = text.indexOf(" " + place.group(3) + " =");
      assertThat(list).as(path + " " + place.group(3)).isPositive();
      at = text.indexOf(");", list);
      added = "," + added;
    }
    changed.put(path, text.substring(0, at) + added + text.substring(at));
  }

  private void compile() throws IOException {
    for (Map.Entry<String, String> file : changed.entrySet()) {
      Path copy = written.resolve(file.getKey());
      Files.createDirectories(copy.getParent());
      Files.writeString(copy, file.getValue());
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-parameters",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.walk(written)) {
      List<Path> all = sources.filter(Files::isRegularFile).toList();
      assertThat(
              compiler
                  .getTask(
                      messages, files, null, options, null, files.getJavaFileObjectsFromPaths(all))
                  .call())
          .as(messages.toString())
          .isTrue();
    }
  }

  /** Runs the program of the copy; returns what it prints. */
  private String run(Path in, String typed, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                "org.sovereignbook.sbp.cli.Main"));
    command.addAll(List.of(words));
    Path out = folder.resolve("out.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .redirectInput(Files.writeString(folder.resolve("in.txt"), typed).toFile());
    builder.environment().clear();
    builder.environment().put("HOME", folder.toString());
    Process process = builder.start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return Files.readString(out);
  }

  @Test
  void theTypesAndTestsOfTheOtherExtensionPointsAreThere() {
    String page = String.join("\n", Page.named("docs/architecture.md").lines());
    String table =
        page.substring(page.indexOf("### Other extension points"), page.indexOf("\n## Attacks"));
    List<String> files =
        TYPE.matcher(table)
            .results()
            .map(type -> BASE + type.group(1).replace('.', '/') + ".java")
            .toList();
    assertThat(files).hasSizeGreaterThan(15);
    assertThat(files)
        .allSatisfy(
            file ->
                assertThat(
                        source(
                            file.endsWith("Test.java") ? "src/test/java" : "src/main/java", file))
                    .isNotEmpty());
  }

  @Test
  @Timeout(600)
  void eachRecipeWorksAsItStandsAndTakesWhatThePageSays() throws Exception {
    written = Files.createDirectory(folder.resolve("written"));
    classes = Files.createDirectory(folder.resolve("classes"));
    String page = String.join("\n", Page.named("docs/architecture.md").lines());
    SortedMap<String, String> said = new TreeMap<>();
    ROW.matcher(page)
        .results()
        .forEach(
            row ->
                said.put(
                    row.group(1).split(",")[0],
                    row.group(2) + " files, " + row.group(3) + " lines"));
    SortedMap<String, String> taken = new TreeMap<>();
    for (Recipe recipe : recipes(page)) {
      int lines = 0;
      for (String block : recipe.blocks(false)) {
        write(recipe, block);
      }
      for (String block : recipe.blocks(true)) {
        lines += add(block);
      }
      taken.put(recipe.name(), recipe.blocks(false).size() + " files, " + lines + " lines");
    }
    assertThat(taken).isEqualTo(said).hasSize(5);
    compile();

    assertThat(run(folder, "", "init", "node", "--local")).contains("made the node");
    String typed =
        """
        weather Porto
        config get post_office.max_letters
        parcel books
        event list
        store
        agent run critic
        """;
    assertThat(run(folder.resolve("node"), typed, "shell"))
        .contains("fine in Porto", "\n7\n", "parcel 1\n", "parcel.sent", "board/tasks ")
        .contains("there are no built-in rules for the critic");
  }
}
