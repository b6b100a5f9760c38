package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.testing.SourceTree;

/**
 * All places where a secret could be read by others: command lines, environments of children,
 * queries of URLs. A new place is judged here first.
 */
class SecretPlacesTest {
  private static final Pattern STARTS =
      Pattern.compile("new (?:ProcessBuilder|Subprocess|BoundedProcess|CliProcess)\\(");

  private static final Pattern IS_SAFE =
      Pattern.compile("withoutSecrets\\(\\)|SecretVariables\\.removedFrom\\(");

  /** Children that get no secret: a browser, an editor, a program of the system. */
  private static final List<String> GET_NONE =
      List.of(
          "cli/WarmUpCommand.java",
          "cli/talk/SpecBundle.java",
          "frontend/command/Pager.java",
          "frontend/command/ProcessTty.java",
          "frontend/command/TextEditor.java",
          "frontend/web/Browser.java",
          "node/ProcessTree.java",
          "ops/install/CheckoutPlugins.java",
          "plugins/service/ServiceRunner.java",
          "runtime/plugin/UnbuiltPlugins.java",
          "peer/maintenance/Git.java");

  /** Features whose children are judged, too: those that were part of the program. */
  private static final List<String> FEATURES =
      List.of("coding-clis", "demo", "eject", "hooks", "service", "shell");

  /** Children that get secrets in their environment, and what for. */
  private static final Map<String, String> NEED_SOME =
      Map.ofEntries(
          Map.entry("model/llm/cli/CliBackend.java", "a coding CLI: what its settings name"),
          Map.entry("model/llm/cli/CliProcess.java", "a coding CLI: what its settings name"),
          Map.entry("node/BoundedProcess.java", "its users' environment, which they list"),
          Map.entry("node/Subprocess.java", "its users' environment, without private keys"),
          Map.entry("node/Watchdog.java", "only the PATH"),
          Map.entry("plugins/demo/script/Children.java", "this program"),
          Map.entry("ops/install/JBangMain.java", "this program"),
          Map.entry("ops/up/UpRun.java", "this program: the model's keys"),
          Map.entry("runtime/health/Courier.java", "the owner's command for notices"),
          Map.entry("runtime/scheduler/ShellCommandRunner.java", "steps: the model's keys"),
          Map.entry("cli/keep/ScriptCommand.java", "the owner's script"),
          Map.entry("plugins/hooks/HookCompiler.java", "a closed list of variables"),
          Map.entry("plugins/hooks/HookProcess.java", "a closed list, and granted credentials"),
          Map.entry("plugins/team/TeamGate.java", "the team's own command"));

  /** Commands with an option that has a secret's name, and how it carries none. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          "a2a add", "--key is public",
          "access grant", "--credentials are names",
          "access key", "--public-key is public",
          "access prove", "--key is a file",
          "backup", "--with-keys is a flag",
          "channel add", "names of a variable, a file and a command",
          "society export", "a flag",
          "webhook add", "--secret takes - only: standard input",
          "doctor", "--keys is a flag");

  private static Map<String, String> sources() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (Path file : SourceTree.files()) {
      texts.put(SourceTree.name(file), Files.readString(file));
    }
    for (String feature : FEATURES) {
      Path root =
          SourceTree.root().resolve("plugins/" + feature + "/src/main/java/org/sovereignbook/sbp");
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          texts.put(root.relativize(file).toString(), Files.readString(file));
        }
      }
    }
    return texts;
  }

  @Test
  void everyChildProcessIsKnownAndGetsNoSecretThatItDoesNotNeed() throws IOException {
    Map<String, String> starting = sources();
    starting.values().removeIf(text -> !STARTS.matcher(text).find());

    assertThat(starting.keySet())
        .as("classes that start a process; a new one is judged in this test")
        .allMatch(file -> GET_NONE.contains(file) || NEED_SOME.containsKey(file));
    for (String file : GET_NONE) {
      String text = starting.getOrDefault(file, "");
      assertThat(IS_SAFE.matcher(text).results().count())
          .as(file)
          .isPositive()
          .isEqualTo(STARTS.matcher(text).results().count());
    }
  }

  /** Names a file, and holds no passphrase. */
  private static final String FILE_OF_A_PASSPHRASE = "--passphrase-file";

  @Test
  void noOptionTakesASecretOnTheCommandLine() {
    List<String> named =
        CommandLines.table()
            .catalog()
            .all()
            .filter(
                command ->
                    command.options().stream()
                        .filter(option -> !option.spellings().contains(FILE_OF_A_PASSPHRASE))
                        .anyMatch(
                            option ->
                                option
                                    .option()
                                    .orElse("")
                                    .matches("--.*(key|secret|passw|passphrase|credential).*")))
            .map(command -> String.join(" ", command.path()))
            .toList();
    assertThat(named).allMatch(OPTIONS::containsKey);
  }

  @Test
  void noAddressHasASecretInItsQuery() throws IOException {
    Pattern secret = Pattern.compile("[?&](?:api_?)?(?:key|token|secret|passphrase|password)=");
    assertThat(sources().values())
        .allSatisfy(text -> assertThat(text).doesNotContainPattern(secret));
    try (Stream<Path> files = Files.walk(Page.root().resolve("sbp/src/main/resources/web"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".js")).toList()) {
        assertThat(Files.readString(file)).doesNotContainPattern(secret);
      }
    }
  }
}
