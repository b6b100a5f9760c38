package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;

/**
 * Which classes the program's processes load, while plugins of every kind lie in their folders: of
 * PF4J nothing but the marker of an extension point, unless a plugin was asked for; and for a look
 * at the node nothing of the society, whose packages only declare their settings there.
 */
class PluginsNotStartedTest {
  private static final Pattern PF4J = Pattern.compile("\\b(?:org\\.pf4j|org\\.slf4j)\\.[\\w.$]+");
  private static final Pattern SOCIETY =
      Pattern.compile(
          "\\borg\\.(?:sqlite|snakeyaml|sovereignbook\\.sbp\\."
              + "(?:authority\\.(?:sql|ledger|agents)|society\\.(?:board|mail)|plugins\\.team|net\\.mcp)\\.(?!\\w*Settings|Teams?Feature))[\\w.$]*");
  private static final Pattern PICOCLI = Pattern.compile("\\bpicocli\\.(?!\\S*Exception)[\\w.$]+");
  private static final Pattern OURS =
      Pattern.compile("(?m)\\]\\s*(org\\.sovereignbook\\.[\\w.$/]+) source");

  /**
   * Our classes, of which each costs every start; the registry of seventeen features is some 75 of
   * them.
   */
  private static final int MOST_CLASSES_OF_A_LOOK = 870;

  private static final long PATIENCE_SECONDS = 300;

  @TempDir Path folder;
  private Path node;
  private Path loaded;

  @BeforeEach
  void aNodeWithPlugins() throws IOException {
    node = Files.createDirectories(folder.resolve("node"));
    loaded = Files.createDirectories(folder.resolve("loaded"));
    CliTest sbp = CliTest.in(node).with("XDG_DATA_HOME", folder.resolve("data").toString());
    assertThat(sbp.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    Path echo = TestPlugin.llm("echo").writeTo(folder.resolve("echo.jar"));
    assertThat(sbp.run("plugin", "install", echo.toString()).exit()).isEqualTo(ExitCode.DONE);
    Path plugins = node.resolve("runtime/plugins");
    TestPlugin.llm("unknown").writeTo(plugins.resolve("unknown.jar"));
    Files.writeString(plugins.resolve("broken.jar"), "broken");
    TestPlugin.llm("new").with("Plugin-Requires", "9").writeTo(folder.resolve("bundled/new.jar"));
    Node at = Node.at(node);
    JsonObject server = at.config().json().object("server").orElseThrow().with("port", 0);
    at.writeJson(at.home().schedulerConfig(), at.config().json().with("server", server));
    launcher();
  }

  private Path launcher() throws IOException {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.endsWith("test-classes"))
            .collect(Collectors.joining(File.pathSeparator));
    Path script = folder.resolve("sbp");
    Files.writeString(
        script,
        """
        #!/bin/sh
        exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable \
        -Xlog:class+load=info:file='%s/%%p.txt' -cp '%s' org.sovereignbook.sbp.cli.Main "$@"
        """
            .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), loaded, classPath));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  private ProcessBuilder command(String... arguments) {
    List<String> words = new ArrayList<>(List.of(folder.resolve("sbp").toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(node.toFile()).redirectErrorStream(true);
    builder.environment().put("SBP", folder.resolve("sbp").toString());
    builder.environment().put("SBP_BUNDLED_PLUGINS", folder.resolve("bundled").toString());
    builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    return builder;
  }

  private String run(String... arguments) throws Exception {
    return runWith("", arguments);
  }

  /** Until one of them fails. */
  private String runInOneProcess(String... commands) throws Exception {
    return runWith(String.join("\n", commands), "shell", "--stop");
  }

  private String runWith(String input, String... arguments) throws Exception {
    Path said = folder.resolve("said.txt");
    Process process = command(arguments).redirectOutput(said.toFile()).start();
    try (OutputStream typed = process.getOutputStream()) {
      typed.write(input.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    String text = Files.readString(said);
    assertThat(process.exitValue()).as(String.join(" ", arguments) + ": " + text).isIn(0, 3, 5);
    return text;
  }

  /** Those of PF4J and its logging that any process since the last time has loaded. */
  private Set<String> taken() throws IOException {
    return taken(logs());
  }

  private static Set<String> taken(String logs) {
    Set<String> classes = found(PF4J, 0, logs);
    classes.remove("org.pf4j.ExtensionPoint");
    return classes;
  }

  private static Set<String> found(Pattern pattern, int group, String logs) {
    return pattern
        .matcher(logs)
        .results()
        .map(result -> result.group(group))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What the processes since the last time have told of the classes that they loaded. */
  private String logs() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> logs = Files.list(loaded)) {
      List<Path> files = logs.toList();
      assertThat(files).isNotEmpty();
      for (Path log : files) {
        String text = Files.readString(log);
        assertThat(text).contains("org.sovereignbook.sbp.cli.Main");
        all.append(text);
        Files.delete(log);
      }
    }
    return all.toString();
  }

  @Test
  void aLookAtTheNodeLoadsNothingOfTheSocietyAndNotMuchAtAll() throws Exception {
    run("status");

    String logs = logs();
    assertThat(taken(logs)).isEmpty();
    // Four of them are the interfaces by which features are asked, and what one of those names.
    assertThat(found(SOCIETY, 0, logs)).as("named, not used").hasSizeLessThanOrEqualTo(10);
    assertThat(found(OURS, 1, logs)).hasSizeBetween(100, MOST_CLASSES_OF_A_LOOK);
  }

  @Test
  @Tag("trial")
  void whatAgentsCallAllDayLoadsNothingOfThePicocliParser() throws Exception {
    // The first command makes the society and its agents, who get the usual tools of features.
    run("task", "add", "first");
    String _ = logs();
    run("task", "add", "one", "--priority", "1", "--label", "docs", "--json");
    run("task", "claim", "--as", "author", "--json");
    run("mail", "send", "author", "look", "at", "it", "--type", "review_request");

    assertThat(found(PICOCLI, 0, logs())).isEmpty();
  }

  @Test
  void commandsThatNeedNoPluginLoadNothingOfPf4j() throws Exception {
    run("tick");
    String said =
        runInOneProcess(
            "deliver",
            "reader-pre",
            "agent run author",
            "agent run reader --llm builtin",
            "plugin list",
            "plugin info echo",
            "doctor");

    assertThat(said).as("the last of them").contains("pass  keys: ");
    assertThat(taken()).isEmpty();
  }

  @Test
  @Tag("trial")
  void aServerLoadsNothingOfPf4j() throws Exception {
    Process serve = command("serve").start();
    try (BufferedReader said = serve.inputReader(StandardCharsets.UTF_8)) {
      assertThat(said.readLine()).as("what serve says when it listens").isNotNull();
    } finally {
      serve.destroy();
      assertThat(serve.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(taken()).isEmpty();
  }

  @Test
  @Tag("trial")
  void aPluginThatIsAskedForIsLoadedByPf4j() throws Exception {
    run("agent", "run", "author", "--llm", "echo");

    assertThat(taken()).contains("org.pf4j.PluginClassLoader");
  }
}
