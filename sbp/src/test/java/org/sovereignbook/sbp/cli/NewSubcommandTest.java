package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The recipe of docs/architecture.md: a new subcommand is one class and one row in the table. */
class NewSubcommandTest {

  /** The one class. */
  @Command(description = "say what the weather is like")
  @Example("sbp weather --unit kelvin Porto")
  @Prints(WeatherCommand.Weather.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such place")
  @Tool(set = Toolset.READING, shows = Tool.Text.OWN, reads = true)
  @Tool.Says("Says what the weather is like in a place. Use it before you plan to go out.")
  @AgentAccess(data = DataAccess.NONE)
  static final class WeatherCommand implements Subcommand {
    enum Unit {
      CELSIUS,
      KELVIN
    }

    @Option(names = "--unit", description = "what degrees are counted in")
    Unit unit = Unit.CELSIUS;

    @Parameters(paramLabel = "PLACE", description = "where")
    String place = "";

    @Mixin OutputOptions options = new OutputOptions();

    record Weather(String place, Unit unit) {}

    @Override
    public ExitCode run(Session session) {
      session.output().line("fine in " + place);
      return session.output().done(new Weather(place, unit));
    }
  }

  /** The one row. */
  private static final Commands COMMANDS =
      Commands.builtIn().with(new Commands.Row("weather", CommandGroup.LOOK, WeatherCommand::new));

  @TempDir Path folder;

  private CliTest.Ran run(CliTest cli, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode exit = new Program(cli.world(out, err), COMMANDS).run(arguments);
    return new CliTest.Ran(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private CliTest.Ran run(String... arguments) {
    return run(CliTest.in(folder), arguments);
  }

  @Test
  void itRunsForPeopleAndForPrograms() {
    assertThat(run("weather", "Porto").out()).isEqualTo("fine in Porto\n");
    assertThat(run("weather", "Porto", "--json").json().string("place")).contains("Porto");
  }

  @Test
  void theUsageScreenShowsItInItsGroup() {
    List<String> lines = run("--help").lines();
    int line = lines.indexOf("            and messages, inbox, outbox, digest, verify, weather");

    assertThat(line).isPositive();
    assertThat(lines.get(line - 1)).startsWith("            cost");
    assertThat(lines.get(line + 1)).startsWith("  talk  ");
  }

  @Test
  void itExplainsItself() {
    assertThat(run("help", "weather").out())
        .contains("Usage: sbp weather", "say what the weather is like", "--unit", "kelvin Porto");
    assertThat(run("wether").err()).contains("did you mean:  sbp weather");
  }

  @Test
  void theCatalogDescribesIt() {
    JsonObject described =
        run("commands", "weather", "--json")
            .json()
            .array("commands")
            .orElseThrow()
            .objects()
            .getFirst();

    assertThat(described.string("usage")).contains("sbp weather PLACE");
    assertThat(described.string("group")).contains("look");
    assertThat(described.object("output").flatMap(schema -> schema.object("properties")))
        .hasValueSatisfying(
            members -> assertThat(members.members()).containsOnlyKeys("place", "unit"));
    assertThat(described.toString()).contains("there is no such place");
    assertThat(described.array("examples").orElseThrow().strings())
        .contains(List.of("sbp weather --unit kelvin Porto"));
  }

  @Test
  void everyShellCompletesIt() {
    for (String shell : List.of("bash", "zsh", "fish")) {
      assertThat(run("completion", shell).out()).contains("weather").contains("celsius kelvin");
    }
  }

  @Test
  void theShellRunsIt() {
    assertThat(run(CliTest.in(folder).typing("weather Porto\n"), "shell").out())
        .isEqualTo("fine in Porto\n");
  }

  @Test
  void modelsHaveItAsATool() {
    assertThat(run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    String call =
        """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "weather",\
         "arguments": {"place": "Porto"}, "_meta": {\
         "io.modelcontextprotocol/protocolVersion": "2026-07-28",\
         "io.modelcontextprotocol/clientCapabilities": {}}}}
        """;

    JsonObject result =
        run(CliTest.in(folder.resolve("node")).typing(call), "mcp")
            .json()
            .object("result")
            .orElseThrow();

    assertThat(result.object("structuredContent").flatMap(said -> said.string("place")))
        .contains("Porto");
  }

  @Test
  void aNewNodesInstructionsNameIt() throws Exception {
    assertThat(run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);

    assertThat(folder.resolve("node/AGENTS.md")).content().contains("`sbp weather PLACE`");
  }
}
