package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every threat of SECURITY.md is held by tests that there are and that run. */
class SecurityPageTest {
  /** Those of the specification, then those of this program: none may leave the table. */
  private static final Set<String> DECLARED =
      Set.of(
          "disk-flood starved-senders budget-theft replay slow-clients request-forgery hostile-json"
              .concat(" path-tricks markdown-injection terminal-escapes prompt-injection lost-key")
              .concat(
                  " crash silent-loss cut-trail erased-copies silent-connections memory"
                      + " prompt-flood money tables-and-seats")
              .concat(" replay-memory name-like-a-key own-secret foreign-node control-characters")
              .concat(" stolen-name weak-signatures hostile-answers endorsement-farming")
              .concat(
                  " escaping-judge backend-keys changed-plugin web-page odd-requests false-address")
              .concat(" half-written-yaml outliving-programs")
              .concat(" false-receipt")
              .concat(" unchecked-arguments endless-lists")
              .concat(
                  " agents-authority named-entities opened-agents guests-first known-by-writing")
              .concat(
                  " agent-as-owner lowered-proof locked-out-owner read-then-act poison-item"
                      + " group-reflector")
              .concat(" wrong-clock files-of-others half-installation given-node")
              .concat(" memory-leak memory-injection returning-agent swarm-leak lying-member")
              .concat(
                  " chain-keys approval-of-another-call suspended-by-text secrets-in-sight"
                      + " page-from-elsewhere page-as-owner page-markup"
                      + " session-injection session-borrow")
              .concat(" hostile-backup key-in-history hostile-database hostile-feed supply-chain")
              .split(" "));

  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*)(?:\\.(\\w+))?`");
  private static final Pattern TEST =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\\b");
  private static final Pattern OFF = Pattern.compile("@(Disabled|Ignore)\\b(?!\\w)");
  private static final Pattern SUITES = Pattern.compile("/src/test/|/testkit/src/main/");
  private static final Set<String> PASSED_OVER = Set.of("target", ".git", "node_modules");

  private final Map<String, Path> classes = testClasses();

  @Test
  void theTableHasEveryDeclaredThreatOnce() {
    assertThat(rows(Page.named("SECURITY.md")).stream().map(row -> row.cells().getFirst()))
        .containsExactlyInAnyOrderElementsOf(DECLARED);
  }

  @Test
  void everyThreatIsHeldByTestsThatRun() {
    assertThat(problems(Page.named("SECURITY.md"))).isEmpty();
  }

  @Test
  void aThreatWithoutATestATestThatIsNotThereAndOneThatIsSwitchedOffAreFound() {
    Page page =
        Page.of(
            """
            | threat | what | defence | held by |
            |---|---|---|---|
            | `one` | a | b | we are careful |
            | `two` | a | b | `NowhereTest.itHolds` |
            | `three` | a | b | `SecurityPageTest.thereIsNoSuchTest` |
            | `four` | a | b | `SecurityPageTest.problems` |
            | `five` | a | b | `SecurityPageTest.everyThreatIsHeldByTestsThatRun` `SecurityPageTest` |
            """);

    assertThat(problems(page))
        .containsExactly(
            "one: no test holds it",
            "two: there is no class NowhereTest",
            "three: SecurityPageTest.thereIsNoSuchTest is no test",
            "four: SecurityPageTest.problems is no test");
    assertThat(problem("@Test void itHolds() {}", "itHolds")).isEmpty();
    assertThat(problem("@Test\n  @Disabled(\"later\")\n  void itHolds() {}", "itHolds"))
        .contains("is switched off");
    assertThat(problem("@Disabled\nclass X {\n\n  @Test\n  void itHolds() {}", "itHolds"))
        .contains("is switched off");
    assertThat(problem("class X {\n\n  @Test\n  void itHolds() {}\n\n  @Disabled", "itHolds"))
        .isEmpty();
  }

  private static List<Page.Row> rows(Page page) {
    return page.rowsOf("threat");
  }

  private List<String> problems(Page page) {
    return rows(page).stream().flatMap(row -> problems(row).stream()).toList();
  }

  private List<String> problems(Page.Row row) {
    String threat = row.cells().getFirst();
    List<Matcher> named = NAMED.matcher(cell(row)).results().map(r -> matcher(r.group())).toList();
    if (named.isEmpty()) {
      return List.of(threat + ": no test holds it");
    }
    return named.stream()
        .flatMap(test -> problem(test.group(1), Optional.ofNullable(test.group(2))).stream())
        .map(problem -> threat + ": " + problem)
        .toList();
  }

  /** A cell that is one code word alone has lost its marks. */
  private static String cell(Page.Row row) {
    String cell = row.cells().getLast();
    return cell.contains("`") || cell.contains(" ") ? cell : "`" + cell + "`";
  }

  private static Matcher matcher(String named) {
    Matcher matcher = NAMED.matcher(named);
    assertThat(matcher.matches()).isTrue();
    return matcher;
  }

  private Optional<String> problem(String type, Optional<String> method) {
    Path file = classes.get(type);
    if (file == null) {
      return Optional.of("there is no class " + type);
    }
    String source = read(file);
    String name = type + method.map(each -> "." + each).orElse("");
    return method
        .map(each -> problem(source, each))
        .orElseGet(
            () -> TEST.matcher(source).find() ? off(head(source)) : Optional.of("is no test"))
        .map(problem -> name + " " + problem);
  }

  private static Optional<String> problem(String source, String method) {
    Matcher declared =
        Pattern.compile(
                "(?:^|\\n\\n|\\{\\n)((?:(?!\\n\\n).)*?\\bvoid " + method + "\\()", Pattern.DOTALL)
            .matcher(source);
    if (!declared.find() || !TEST.matcher(declared.group(1)).find()) {
      return Optional.of("is no test");
    }
    return off(head(source)).or(() -> off(declared.group(1)));
  }

  /** What stands before the body of the class. */
  private static String head(String source) {
    Matcher type = Pattern.compile("\\b(class|interface) \\w+").matcher(source);
    return type.find() ? source.substring(0, type.start()) : "";
  }

  private static Optional<String> off(String declaration) {
    return OFF.matcher(declaration).find() ? Optional.of("is switched off") : Optional.empty();
  }

  /** Every class of tests of every module, by its name. */
  private static Map<String, Path> testClasses() {
    Map<String, Path> found = new TreeMap<>();
    try {
      Files.walkFileTree(
          Page.root(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return PASSED_OVER.contains(folder.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              String name = file.getFileName().toString();
              boolean isTests = SUITES.matcher(file.toString()).find();
              if (isTests && name.endsWith(".java")) {
                found.put(name.substring(0, name.length() - ".java".length()), file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
