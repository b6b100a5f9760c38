package org.sovereignbook.sbp.plugins.clis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp mcp install}: one entry in somebody else's file. */
class McpInstallTest {
  private static final String TOML =
      """
      # mine
      model = "m"
      notes = \"""
      [mcp_servers.sbp]
      \"""

      [mcp_servers.other]
      args = [
        "[a]", # a
      ]
      """;

  private Path home;
  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) throws IOException {
    home = Files.createDirectories(folder.resolve("home"));
    TestNode node = TestNode.in(folder.resolve("node"));
    cli = CliTest.in(node.home().root()).with("HOME", home.toString()).with("SBP", "/opt/sbp");
  }

  private Path write(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private List<Path> beside(Path file) throws IOException {
    try (Stream<Path> all = Files.list(file.getParent())) {
      return all.filter(it -> it.getFileName().toString().contains(".before-sbp-")).toList();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claude|.claude.json|{\"numStartups\": 3, \"mcpServers\": {\"x\": {}}}",
        "gemini|.gemini/settings.json|{\"theme\": \"dark\" /* mine */}",
        "opencode|.config/opencode/opencode.jsonc|{\"mcp\": {\"x\": {\"type\": \"local\"},}, //"
            + " mine\\n"
            + "}"
      })
  void anEntryIsSetOnceTheRestStaysAndUninstallTakesItOut(String client, String name, String text)
      throws IOException {
    String before = text.replace("\\n", "\n");
    Path file = write(name, before);

    assertThat(cli.run("mcp", "install", client, "--agent", "reader").exit())
        .isEqualTo(ExitCode.DONE);
    String after = Files.readString(file);
    assertThat(cli.run("mcp", "install", client, "--agent", "reader").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);

    assertThat(after).contains("/opt/sbp").contains("\"--agent\",\"reader\"");
    assertThat(Files.readString(file)).isEqualTo(after);
    assertThat(Files.readString(beside(file).getFirst())).isEqualTo(before);
    before
        .lines()
        .filter(line -> line.contains("mine"))
        .forEach(line -> assertThat(after).contains("mine"));
    assertThat(cli.run("mcp", "uninstall", client).exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file)).doesNotContain("/opt/sbp").contains("\"");
    assertThat(cli.run("mcp", "uninstall", client).exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void whatTheUserAddedToTheEntryStays() throws IOException {
    Path file =
        write(
            ".claude.json",
            "{\"mcpServers\": {\"sbp\": {\"command\": \"old\", \"env\": {\"A\": \"b\"}}}}");

    assertThat(cli.run("mcp", "install", "claude").exit()).isEqualTo(ExitCode.DONE);

    assertThat(Files.readString(file))
        .contains("\"A\": \"b\"")
        .contains("/opt/sbp")
        .doesNotContain("old");
  }

  @Test
  void aTomlFileKeepsEveryOtherLine() throws IOException {
    Path file = write(".codex/config.toml", TOML);

    assertThat(cli.run("mcp", "install", "codex").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("mcp", "install", "codex").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);

    assertThat(Files.readString(file))
        .startsWith(TOML)
        .contains("\n[mcp_servers.sbp]\ncommand = \"/opt/sbp\"\nargs = [\"mcp\",\"--home\",");
    assertThat(cli.run("mcp", "uninstall", "codex").exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file)).isEqualTo(TOML);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claude|.claude.json|{\"mcpServers\": []}",
        "claude|.claude.json|{\"mcpServers\": {",
        "codex|.codex/config.toml|mcp_servers = { sbp = { command = \"x\" } }",
        "codex|.codex/config.toml|mcp_servers.sbp.command = \"x\""
      })
  void aFileThatCannotBeEditedIsLeftAlone(String client, String name, String text)
      throws IOException {
    Path file = write(name, text);

    CliTest.Ran ran = cli.run("mcp", "install", client);

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("nothing was changed").contains("--print");
    assertThat(Files.readString(file)).isEqualTo(text);
    assertThat(beside(file)).isEmpty();
  }

  @Test
  void printShowsAndChangesNothing() throws IOException {
    CliTest.Ran ran = cli.run("mcp", "install", "codex", "--print");

    assertThat(cli.run("mcp", "install", "gemini", "--print", "--json").json().bool("changed"))
        .contains(false);
    assertThat(ran.out()).startsWith("[mcp_servers.sbp]\ncommand = \"/opt/sbp\"\n");
    try (Stream<Path> all = Files.list(home)) {
      assertThat(all).isEmpty();
    }
  }

  @Test
  void anAgentThatThereIsNotIsNamed() {
    CliTest.Ran ran = cli.run("mcp", "install", "claude", "--agent", "nobody");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).contains("no agent is called \"nobody\"");
  }

  @Test
  void aFileThatIsALinkIsChangedWhereItIs() throws IOException {
    Path real = write("dotfiles/claude.json", "{}");
    Files.createSymbolicLink(home.resolve(".claude.json"), real);

    assertThat(cli.run("mcp", "install", "claude").exit()).isEqualTo(ExitCode.DONE);

    assertThat(home.resolve(".claude.json")).isSymbolicLink();
    assertThat(Files.readString(real)).contains("/opt/sbp");
  }

  @Test
  void aProjectsFileIsTheOneOfThisFolder() throws IOException {
    Path project = Files.createDirectories(home.resolve("project"));
    CliTest there =
        cli.with("SBP_HOME", home.getParent().resolve("node").toString()).workingIn(project);

    assertThat(there.run("mcp", "install", "claude", "--project").exit()).isEqualTo(ExitCode.DONE);

    assertThat(there.run("mcp", "uninstall", "claude", "--json").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(Files.readString(project.resolve(".mcp.json"))).contains("\"stdio\"");
  }

  @ParameterizedTest
  @CsvSource({
    "claude,.claude.json",
    "gemini,.gemini/settings.json",
    "codex,.codex/config.toml",
  })
  void theFileOfAClientKeepsItsModeAndItsMarkAndAReadOnlyOneIsLeft(String client, String name)
      throws IOException {
    String mark = "\uFEFF";
    Path file = write(name, mark + (client.equals("codex") ? "x = 1\n" : "{\"x\": 1}\n"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    CliTest.Ran ran = cli.run("mcp", "install", client);

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file)).startsWith(mark).contains("sbp").contains("x");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    String before = Files.readString(file);
    CliTest.Ran refused = cli.run("mcp", "uninstall", client);

    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("is read-only", "chmod u+w");
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claude|.claude/settings.json|SessionStart,SessionEnd,PreCompact,PostToolUse",
        "gemini|.gemini/settings.json|SessionStart,SessionEnd,PreCompress,AfterTool",
        "codex|.codex/hooks.json|SessionStart,PreCompact"
      })
  void hooksAreSetOnceBesideThoseOfOthersAndUninstallTakesThemOut(
      String client, String name, String events) throws IOException {
    String mine =
        """
        {
          // mine
          "hooks": {
            "SessionStart": [{"hooks":[{"type":"command","command":"date"}]}]
          }
        }
        """;
    Path file = write(name, mine);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    CliTest.Ran ran = cli.run("mcp", "install", client, "--hooks", "--agent", "reader", "--json");
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.json().string("hooks").orElseThrow()).endsWith(name);
    String after = Files.readString(file);
    assertThat(cli.run("mcp", "install", client, "--hooks", "--agent", "reader").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);

    assertThat(after)
        .contains("// mine", "\"command\":\"date\"", "/opt/sbp memory hook start --home ")
        .contains(" --as reader\"")
        .contains(events.split(","));
    assertThat(Files.readString(file)).isEqualTo(after);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
    assertThat(cli.run("mcp", "uninstall", client).exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file))
        .contains("// mine", "\"command\":\"date\"")
        .doesNotContain("/opt/sbp");
    assertThat(cli.run("mcp", "uninstall", client).exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void whatIsWrittenAmongTheHooksOfAnEventStaysByteForByte() throws IOException {
    String mine =
        """
        {
          "hooks": {
            "SessionStart": [
              // the clock
              {"hooks": [ {"type": "command", "command": "date"} ]},

              { "matcher": "resume", /* only then */
                "hooks": [ {"type": "command",   "command": "uptime"} ] }
            ]
          }
        }
        """;
    Path file = write(".claude/settings.json", mine);
    String others = mine.substring(0, mine.indexOf("\n    ]"));

    assertThat(cli.run("mcp", "install", "claude", "--hooks").exit()).isEqualTo(ExitCode.DONE);
    String installed = Files.readString(file);
    assertThat(installed).startsWith(others).contains("memory hook start");
    assertThat(cli.run("mcp", "install", "claude", "--hooks", "--agent", "reader").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file)).startsWith(others).containsOnlyOnce("memory hook start");

    assertThat(cli.run("mcp", "uninstall", "claude").exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file)).isEqualTo(mine);
  }

  @Test
  void aHookThatSomebodyAddedToTheGroupOfOurOwnStays() throws IOException {
    Path file = write(".claude/settings.json", "{}");
    assertThat(cli.run("mcp", "install", "claude", "--hooks").exit()).isEqualTo(ExitCode.DONE);
    String text = Files.readString(file);
    int own = text.indexOf("{\"type\"", text.indexOf("SessionStart"));
    String mixed =
        text.substring(0, own)
            + "{\"type\":\"command\",\"command\":\"date\"}, "
            + text.substring(own);
    Files.writeString(file, mixed);

    assertThat(cli.run("mcp", "install", "claude", "--hooks", "--agent", "reader").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file))
        .contains("\"command\":\"date\"")
        .containsOnlyOnce("memory hook start");
    assertThat(cli.run("mcp", "uninstall", "claude").exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file)).contains("\"command\":\"date\"").doesNotContain("/opt/sbp");
  }

  @Test
  void uninstallLeavesNoFileOfHooksThatInstallMade() throws IOException {
    assertThat(cli.run("mcp", "install", "codex", "--hooks").exit()).isEqualTo(ExitCode.DONE);
    assertThat(home.resolve(".codex/hooks.json")).exists();

    assertThat(cli.run("mcp", "uninstall", "codex").exit()).isEqualTo(ExitCode.DONE);

    assertThat(home.resolve(".codex/hooks.json")).doesNotExist();
    assertThat(beside(home.resolve(".codex/hooks.json")))
        .noneMatch(copy -> copy.getFileName().toString().startsWith("hooks"));
  }

  @Test
  void onATerminalItAsksForHooksUnlessToldNotTo() throws IOException {
    cli.onTerminal().typing("y\n");
    assertThat(cli.run("mcp", "install", "claude", "--no-hooks").exit()).isEqualTo(ExitCode.DONE);
    assertThat(home.resolve(".claude/settings.json")).doesNotExist();

    CliTest.Ran ran = cli.run("mcp", "install", "claude");

    assertThat(ran.err()).contains("memory").contains("[y/N]");
    assertThat(Files.readString(home.resolve(".claude/settings.json")))
        .contains("memory hook compact");
  }

  @Test
  void hooksThatCannotBeEditedLeaveBothFilesAlone() throws IOException {
    Path servers = write(".claude.json", "{}");
    Path hooks = write(".claude/settings.json", "{\"hooks\": {\"PreCompact\": 1}}");

    CliTest.Ran ran = cli.run("mcp", "install", "claude", "--hooks");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("hooks.PreCompact is not a list");
    assertThat(Files.readString(servers)).isEqualTo("{}");
    assertThat(Files.readString(hooks)).contains("\"PreCompact\": 1");
  }

  @Test
  void aClientWithoutHooksInAProjectSaysSo() {
    CliTest.Ran ran = cli.run("mcp", "install", "opencode", "--hooks", "--project");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.err()).contains("opencode has no hooks in a project's folder");
  }

  @Test
  void hooksOfOpenCodeAreAPluginThatUninstallDeletes() throws IOException {
    Path plugin = home.resolve(".config/opencode/plugins/sbp-memory.js");
    write(".config/opencode/opencode.json", "{}\n");

    CliTest.Ran ran =
        cli.run("mcp", "install", "opencode", "--hooks", "--agent", "reader", "--json");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.json().string("hooks").orElseThrow()).endsWith("plugins/sbp-memory.js");
    assertThat(Files.readString(plugin))
        .contains("const PROGRAM = [\"/opt/sbp\"]", "const OPTIONS = [\"--as\",\"reader\"]");
    assertThat(cli.run("mcp", "install", "opencode", "--hooks", "--agent", "reader").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(cli.run("mcp", "install", "opencode", "--hooks").exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(plugin)).contains("const OPTIONS = []");
    assertThat(beside(plugin)).as("no copies").isEmpty();
    assertThat(cli.run("mcp", "uninstall", "opencode").exit()).isEqualTo(ExitCode.DONE);
    assertThat(plugin.resolveSibling("")).doesNotExist();
  }

  @Test
  void aPluginOfOthersStaysAsItIs() throws IOException {
    Path plugin = write(".config/opencode/plugins/sbp-memory.js", "export const Mine = 1\n");

    CliTest.Ran ran = cli.run("mcp", "install", "opencode", "--hooks");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("is not of this node", "--name NAME");
    assertThat(cli.run("mcp", "uninstall", "opencode").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(plugin).hasContent("export const Mine = 1\n");
  }
}
