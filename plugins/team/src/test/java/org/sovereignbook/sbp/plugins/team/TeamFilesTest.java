package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Setting;

/** What a team's files say, and what of them is refused. */
class TeamFilesTest {
  private static final String BASE =
      """
      # ours
      llm:
        provider: exec
        command: [sh, ./think.sh]
      reputation:
        peer_review_agents: [judge]
      agents:
        - id: planner
          role: Strategic planner.
        - id: executor
          role: Does things.
          model: flock/qwen3
          llm: {provider: flock, request: {temperature: 0.2}}
          memory: {short_term_turns: 5}
        - id: judge
          role: Judges.
          skills: [review, _base]
      """;

  @TempDir Path folder;

  private Team read(String base) throws IOException {
    Files.writeString(folder.resolve("team.yaml"), base);
    return files().read();
  }

  private TeamFiles files() {
    return new TeamFiles(new LocalDisk(), folder.resolve("team.yaml"));
  }

  @Test
  void everyMemberHasItsKindItsBackendAndItsPlaceInTheTeam() throws IOException {
    Team team = read(BASE);

    assertThat(team.members())
        .extracting(TeamMember::kind)
        .containsExactly(TeamMember.Kind.PLANNER, TeamMember.Kind.WORKER, TeamMember.Kind.REVIEWER);
    assertThat(team.reviewersOf("executor")).containsExactly("judge");
    assertThat(team.reviewersOf("judge")).isEmpty();
    assertThat(team.maxIdleCycles()).isEqualTo(30);
  }

  @Test
  void aCommandBesideTheFileIsFoundFromAnywhere() throws IOException {
    TeamMember planner = read(BASE).member("planner").orElseThrow();

    assertThat(planner.provider()).isEqualTo("exec");
    assertThat(planner.backendSettings())
        .hasToString("{\"command\":[\"sh\",\"" + folder.resolve("think.sh") + "\"]}");
  }

  @Test
  void aProviderOfTheSeedIsAPresetAndItsPrefixIsNoPartOfTheModel() throws IOException {
    TeamMember executor = read(BASE).member("executor").orElseThrow();

    assertThat(executor.provider()).isEqualTo("openai");
    assertThat(executor.backendSettings().string("model")).hasValue("qwen3");
    assertThat(executor.backendSettings().string("preset")).hasValue("flock");
    assertThat(executor.backendSettings().has("command")).isFalse();
    assertThat(executor.shortTermTurns()).isEqualTo(5);
  }

  @Test
  void theOverrideHoldsByIdAndTeamYamlStaysAsItIs() throws IOException {
    Files.writeString(
        folder.resolve("team.override.yaml"),
        "max_idle_cycles: 7\nagents:\n  - id: executor\n    model: better\n");

    Team team = read(BASE);

    assertThat(team.maxIdleCycles()).isEqualTo(7);
    TeamMember executor = team.member("executor").orElseThrow();
    assertThat(executor.backendSettings().string("model")).hasValue("better");
    assertThat(executor.role()).isEqualTo("Does things.");
    assertThat(folder.resolve("team.yaml")).hasContent(BASE);
  }

  @Test
  void anOverrideOfNobodyIsRefusedInItsOwnFile() throws IOException {
    Files.writeString(
        folder.resolve("team.override.yaml"), "agents:\n  - id: executer\n    model: x\n");

    assertThatThrownBy(() -> read(BASE))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("team.override.yaml:2:5:")
        .hasMessageContaining("did you mean executor?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "max_idel_cycles: 3 | team.yaml:1:1: max_idel_cycles: unknown key; did you mean"
            + " max_idle_cycles?",
        "max_idle_cycles: 0 | team.yaml:1:1: max_idle_cycles: expected a whole number from 1",
        "chain:\\n  enabled: soon | team.yaml:2:3: chain.enabled: expected true or false",
        "memory:\\n  backend: redis | team.yaml:2:3: memory.backend: expected one of chroma, mock",
        "memory: {url: 'http://10.0.0.1'} | team.yaml:1:10: memory.url: expected an address",
        "reputation:\\n"
            + "  evolution:\\n"
            + "    prompt_apply: true | team.yaml:3:5: reputation.evolution.prompt_apply: unknown",
        "agents:\\n"
            + "  - id: a\\n"
            + "    rule: x | team.yaml:3:5: agents.0.rule: unknown key; did you mean role?",
        "agents:\\n"
            + "  - id: ../a\\n"
            + "    role: x | team.yaml:2:5: agents.0.id: expected a name of lower-case",
        "agents:\\n"
            + "  - id: a\\n"
            + "    role: x\\n"
            + "    skills: [../../etc/passwd] | agents.0.skills: expected",
        "agents:\\n"
            + "  - id: a\\n"
            + "    role: x\\n"
            + "    wallet: KEY | team.yaml:4:5: agents.0.wallet: expected the name of a variable",
        "agents:\\n"
            + "  - id: a\\n"
            + "    role: x\\n"
            + "    autonomy_level: 4 | expected a whole number from 0",
        "group: {id: us}\\n"
            + "agents:\\n"
            + "  - id: a\\n"
            + "    role: x\\n"
            + "    memory: {long_term: true} | team.yaml:5:14: agents.0.memory.long_term: the"
            + " members",
        "agents:\\n  - id: a | team.yaml:2:5: agents.0: a needs a role",
        "agents:\\n"
            + "  - id: a\\n"
            + "    role: x\\n"
            + "  - id: a\\n"
            + "    role: y | is the id of another agent, too",
        "agents: [] | expected at least one agent",
        "reputation: {peer_review_agents: [b]}\\n"
            + "agents:\\n"
            + "  - {id: a, role: x}\\n"
            + "  - {id: c, role: x} | b is no agent of this team",
        "agents: [a | team.yaml:1:",
        "limits:\\nagents:\\n  - {id: a, role: x} | team.yaml:1:1: limits: expected keys below it",
        "limits: {daily_calls: }\\n"
            + "agents:\\n"
            + "  - {id: a, role: x} | team.yaml:1:10: limits.daily_calls: expected",
        "gates: {task_completed: }\\n"
            + "agents:\\n"
            + "  - {id: a, role: x} | team.yaml:1:9: gates.task_completed: expected",
      })
  void whatCannotBeUsedIsRefusedWithItsPlaceAndWhatToDo(String text, String complaint) {
    assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void aFileNestedTooDeeplyIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> read("agents: " + "[".repeat(3_000)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("team.yaml:1:73: values are nested deeper than 64");
  }

  @Test
  void skillsAreReadAnewWithTheOverrideLast() throws IOException {
    TeamMember judge = read(BASE).member("judge").orElseThrow();
    Path skills = Files.createDirectories(folder.resolve("skills/agent_overrides")).getParent();
    Files.writeString(skills.resolve("_base.md"), "Base.\n");
    Files.writeString(skills.resolve("review.md"), "---\nname: review\n---\nReview.\n");
    Files.writeString(skills.resolve("agent_overrides/judge.md"), "Be kind.\n");
    Skills of = new Skills(new LocalDisk(), skills, UnaryOperator.identity());
    assertThat(of.of(judge)).isEqualTo("Review.\n\nBase.\n\nBe kind.");

    Files.writeString(skills.resolve("agent_overrides/judge.md"), "Be strict.\n");

    assertThat(of.of(judge)).endsWith("Be strict.");
  }

  @Test
  void aSkillThatIsMissingIsNamedAndTheMemberWorksWithoutIt() throws IOException {
    Team team = read(BASE);

    assertThat(team.remarks(new LocalDisk()))
        .singleElement()
        .asString()
        .endsWith("skills/review.md is missing: judge works without this skill");
    assertThat(Skills.of(new LocalDisk(), team).of(team.member("judge").orElseThrow())).isEmpty();
  }

  @Test
  void theSeedsOwnFileIsReadAsItStands() throws IOException {
    Path config = Files.createDirectories(folder.resolve("config"));
    try (InputStream seed = TeamFilesTest.class.getResourceAsStream("agents.yaml")) {
      Files.copy(Objects.requireNonNull(seed), config.resolve("agents.yaml"));
    }

    TeamFiles files = TeamFiles.in(new LocalDisk(), folder);
    Team team = files.read();

    assertThat(files.file()).isEqualTo(config.resolve("agents.yaml"));
    assertThat(team.folder()).isEqualTo(folder);
    assertThat(team.memory()).isEqualTo("chroma");
    TeamMember planner = team.members().getFirst();
    assertThat(planner.kind()).isEqualTo(TeamMember.Kind.WORKER);
    assertThat(planner.provider()).isEqualTo("openai");
    assertThat(planner.backendSettings())
        .hasToString("{\"preset\":\"flock\",\"model\":\"qwen3-30b-a3b\"}");
    assertThat(planner.skills()).containsExactly("planning", "_base");
    assertThat(planner.shortTermTurns()).isEqualTo(20);
    assertThat(planner.longTerm()).isTrue();
    assertThat(planner.recallTopK()).isEqualTo(3);
    assertThat(planner.wallet()).isEqualTo("PLANNER_WALLET_KEY");
    assertThat(team.notes())
        .containsExactly(
            "agents.yaml:13:3: reputation.peer_review_agents: reviewer is no agent of this team:"
                + " nobody reviews",
            "agents.yaml:22:1: agents: no member takes tasks without a role, so planner does all of"
                + " them");
    assertThat(team.remarks(new LocalDisk())).hasSize(3);
  }

  @Test
  void thePageAboutTeamsTellsOfEveryKey() throws IOException {
    String page = Files.readString(Path.of("../docs/teams.md"));

    assertThat(
            Stream.of(TeamKeys.ofTeam(Features.bundled()), TeamKeys.ofAgent(Features.bundled()))
                .flatMap(keys -> keys.all().stream()))
        .extracting(Setting::key)
        .allMatch(key -> page.contains(key));
  }

  private String override() throws IOException {
    Path file = folder.resolve("team.override.yaml");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private TeamEdit set(String key, String value) throws IOException {
    TeamEdit edit = TeamEdit.of(files(), key, Optional.of(value));
    edit.write();
    return edit;
  }

  @Test
  void whatIsSetStandsInTheOverrideAndTeamYamlKeepsEveryByte() throws IOException {
    Team _ = read(BASE);

    set("max_idle_cycles", "7");
    set("agents.executor.model", "better: than before");
    Team team = set("agents.executor.limits.daily_calls", "3").team();

    assertThat(team.maxIdleCycles()).isEqualTo(7);
    assertThat(team.member("executor").orElseThrow().dailyCalls()).isEqualTo(3);
    assertThat(files().read()).isEqualTo(team);
    assertThat(folder.resolve("team.yaml")).hasContent(BASE);
    assertThat(TeamEdit.values(files()))
        .filteredOn(value -> value.key().endsWith("model"))
        .singleElement()
        .hasToString(
            "Value[key=agents.executor.model, value=JsonString[value=better: than before],"
                + " file=team.override.yaml, line=5]");
    for (String key :
        List.of("max_idle_cycles", "agents.executor.model", "agents.executor.limits.daily_calls")) {
      TeamEdit.of(files(), key, Optional.empty()).write();
    }
    assertThat(override()).isEmpty();
    assertThat(files().read()).isEqualTo(read(BASE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_idle_cycles | none | max_idle_cycles: expected a whole number from 1",
        "max_idel_cycles | 3 | unknown key; did you mean max_idle_cycles?",
        "agents.executer.model | x | did you mean executor?",
        "agents.executor.autonomy_level | 4 | expected a whole number from 0",
        "reputation.peer_review_agents | nobody | reputation.peer_review_agents: nobody is no"
            + " agent",
        "agents.nobody.model | x | agents.nobody: \"nobody\" is no agent of team.yaml",
      })
  void whatCannotBeIsNotSet(String key, String value, String complaint) throws IOException {
    Team _ = read(BASE);

    assertThatThrownBy(() -> set(key, value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(complaint)
        .as("a line of a file that is not there")
        .hasMessageNotContaining(".yaml:");
    assertThat(override()).isEmpty();
  }

  @Test
  void anOverrideWithCommentsOfItsOwnIsNotWrittenAnew() throws IOException {
    String own = "max_idle_cycles: 9 # while we look\n";
    Files.writeString(folder.resolve("team.override.yaml"), own);
    Team _ = read(BASE);

    assertThatThrownBy(() -> set("max_idle_cycles", "7"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("was edited by hand");
    assertThat(override()).isEqualTo(own);
  }

  @Test
  void aTeamInWhichNobodyTakesOrdinaryTasksIsRefusedForItWouldWaitForEver() {
    assertThatThrownBy(() -> read("agents:\n  - {id: a, kind: planner, role: Plans.}\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("give one of them `kind: worker`");
  }
}
