package org.sovereignbook.sbp.plugins.team;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Suggestion;

/**
 * {@code team.yaml} and {@code team.override.yaml} (AGENT-STACK §11). The first belongs to its
 * operator and is never written. The program writes its changes to the second, with agents matched
 * by their id; the second takes precedence.
 */
public record TeamFiles(Disk disk, Path file, Features features) {
  public static final String NAME = "team.yaml";

  /** Providers named in the seed that are presets of one backend. */
  private static final Map<String, String> PRESETS = Map.of("flock", "openai", "ollama", "openai");

  /** Makes the files of a team with the keys of the program's own features. */
  public TeamFiles(Disk disk, Path file) {
    this(disk, file, Features.bundled());
  }

  /** Returns the team of a folder, whose file may be missing. */
  public static TeamFiles in(Disk disk, Path folder) {
    Path found =
        new NodeHome(folder)
            .teamFiles().stream().filter(disk::exists).findFirst().orElse(folder.resolve(NAME));
    return new TeamFiles(disk, found);
  }

  /** Returns the team of a node, whose file may be missing. */
  public static TeamFiles in(Node node) {
    return of(node, in(node.disk(), node.home().root()).file());
  }

  /** Returns the team of a file for a node, with the keys of all its features. */
  public static TeamFiles of(Node node, Path file) {
    return new TeamFiles(node.disk(), file, Features.of(node));
  }

  /** Returns the folder of the team's skills and commands; above {@code config}. */
  private Path folder() {
    Path beside = file.toAbsolutePath().normalize().resolveSibling("");
    return beside.endsWith("config") ? beside.resolveSibling("") : beside;
  }

  /** Returns the path of the program's own changes. */
  public Path override() {
    String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
    return file.resolveSibling(name + ".override.yaml");
  }

  /**
   * Returns the team according to both files.
   *
   * @throws ConfigException when one is missing or not valid
   */
  public Team read() {
    return team(base(), over());
  }

  TeamFile base() {
    return TeamFile.parse(
        file,
        text(file)
            .orElseThrow(
                () ->
                    new ConfigException(
                        file
                            + " is missing; make one as examples/team/team.yaml shows, or name"
                            + " another: --file FILE")),
        features);
  }

  /** Returns the program's changes; empty when there are none. */
  TeamFile over() {
    return TeamFile.parse(override(), text(override()).orElse(""), features);
  }

  /**
   * Returns an error about an agent, at the place of its key.
   *
   * @param key of the agent, or of the team where the agent has none
   */
  public ConfigException wrong(String agent, String key, String text) {
    for (TeamFile each : List.of(over(), base())) {
      int at = each.ids().indexOf(agent);
      String place = TeamKeys.AGENTS + "." + at + "." + key;
      if (at >= 0 && each.says(place)) {
        return each.wrong(place, text);
      }
    }
    return (over().says(key) ? over() : base()).wrong(key, agent + ": " + text);
  }

  Optional<String> text(Path path) {
    return disk.read(path).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  Team team(TeamFile base, TeamFile over) {
    JsonObject all = base.with(over);
    Config config = new Config(file, all);
    List<JsonObject> agents = all.array(TeamKeys.AGENTS).map(JsonArray::objects).orElse(List.of());
    if (agents.isEmpty()) {
      throw base.wrong(TeamKeys.AGENTS, "expected at least one agent");
    }
    List<String> reviewers = config.get(TeamKeys.REVIEWERS);
    List<TeamMember> members = new ArrayList<>();
    Set<String> ids = new LinkedHashSet<>();
    for (int i = 0; i < agents.size(); i++) {
      String place = TeamKeys.AGENTS + "." + i;
      TeamMember member = member(base, place, agents.get(i), config, Set.copyOf(reviewers));
      if (!ids.add(member.id())) {
        throw base.wrong(place + ".id", member.id() + " is the id of another agent, too");
      }
      members.add(member);
    }
    List<String> notes = new ArrayList<>();
    TeamFile saying = over.says(TeamKeys.REVIEWERS.key()) ? over : base;
    for (String id : TeamFile.missing(reviewers, ids).toList()) {
      if (members.size() > 1) {
        throw saying.wrong(
            TeamKeys.REVIEWERS.key(),
            id
                + " is no agent of this team"
                + Suggestion.nearest(id, List.copyOf(ids))
                    .map(near -> "; did you mean " + near + "?")
                    .orElse(""));
      }
      // Nobody reviews their own work, so a team of one agent has no reviewer in any case.
      notes.add(
          saying.said(TeamKeys.REVIEWERS.key(), id + " is no agent of this team: nobody reviews"));
    }
    if (members.stream().noneMatch(member -> member.kind() == TeamMember.Kind.WORKER)) {
      members.replaceAll(member -> hasKind(all, member) ? member : member.workingAlone());
      TeamMember worker =
          members.stream()
              .filter(member -> member.kind() == TeamMember.Kind.WORKER)
              .findFirst()
              .orElseThrow(
                  () ->
                      base.wrong(
                          TeamKeys.AGENTS,
                          "no member takes tasks without a role; give one of them `kind: worker`"));
      notes.add(
          base.said(
              TeamKeys.AGENTS,
              "no member takes tasks without a role, so " + worker.id() + " does all of them"));
    }
    return new Team(
        folder(),
        members,
        reviewers.stream().filter(ids::contains).toList(),
        config.get(TeamKeys.MAX_IDLE_CYCLES),
        config.get(TeamKeys.DAILY_CALLS),
        config.get(TeamKeys.DAILY_TOKENS),
        config.get(TeamKeys.MAX_DEPTH),
        config.get(TeamKeys.MAX_TASKS),
        gate(config, TeamKeys.TASK_COMPLETED),
        gate(config, TeamKeys.TEAMMATE_IDLE),
        group(config),
        config.get(TeamKeys.memoryBackend(features)),
        config,
        notes);
  }

  private static boolean hasKind(JsonObject team, TeamMember member) {
    return team.array(TeamKeys.AGENTS).map(JsonArray::objects).orElse(List.of()).stream()
        .anyMatch(
            agent ->
                agent.has(TeamKeys.KIND.key())
                    && agent.string("id").equals(Optional.of(member.id())));
  }

  private static Optional<TeamGroup> group(Config config) {
    return Optional.of(config.get(TeamKeys.GROUP))
        .filter(id -> !id.isEmpty())
        .map(
            id ->
                new TeamGroup(
                    id, config.get(TeamKeys.GROUP_SHOWS), config.get(TeamKeys.GROUP_LEAD)));
  }

  private TeamGate.GateCommand gate(Config config, Setting<List<String>> command) {
    List<String> words = config.get(command).stream().map(this::found).toList();
    return new TeamGate.GateCommand(command.key(), words, config.get(TeamKeys.GATE_LIMIT));
  }

  private TeamMember member(
      TeamFile base, String place, JsonObject json, Config team, Set<String> reviewers) {
    Config config = new Config(file, place, json);
    String id =
        config.find(TeamKeys.AGENT_ID).orElseThrow(() -> base.wrong(place, "an agent needs an id"));
    String role =
        config
            .find(TeamKeys.ROLE)
            .orElseThrow(
                () ->
                    base.wrong(
                        place, id + " needs a role: the text that tells its model what it is"));
    JsonObject ofTeam = team.find(TeamKeys.LLM).orElse(JsonObject.empty());
    JsonObject own = config.find(TeamKeys.LLM).orElse(JsonObject.empty());
    String provider = own.string("provider").or(() -> ofTeam.string("provider")).orElse("");
    boolean asTeam = ofTeam.string("provider").orElse("").equals(provider);
    JsonObject settings = asTeam ? ofTeam : JsonObject.empty();
    for (Map.Entry<String, JsonValue> member : own.members().entrySet()) {
      settings = settings.with(member.getKey(), member.getValue());
    }
    String model = config.get(TeamKeys.MODEL);
    if (config.get(TeamKeys.LONG_TERM) && !team.get(TeamKeys.GROUP).isEmpty()) {
      throw base.wrong(
          place + "." + TeamKeys.LONG_TERM.key(),
          "the members remember in their group (group.id); leave it out");
    }
    return new TeamMember(
        id,
        config.find(TeamKeys.KIND).orElseGet(() -> TeamMember.Kind.of(id, reviewers)),
        role,
        PRESETS.getOrDefault(provider, provider),
        backendSettings(settings.without("provider"), provider, model),
        config.get(TeamKeys.SKILLS),
        config.get(TeamKeys.SHORT_TERM_TURNS),
        config.get(TeamKeys.LONG_TERM),
        config.get(TeamKeys.RECALL),
        config.get(TeamKeys.WALLET),
        config.get(TeamKeys.DAILY_CALLS),
        config.get(TeamKeys.DAILY_TOKENS),
        config.find(TeamKeys.AUTONOMY).map(OptionalInt::of).orElse(OptionalInt.empty()),
        config);
  }

  /** Resolves words of a command that begin with {@code ./} to files beside team.yaml. */
  private JsonObject backendSettings(JsonObject given, String provider, String model) {
    JsonObject settings = given;
    if (PRESETS.containsKey(provider)) {
      settings = settings.with("preset", provider);
    }
    if (!model.isEmpty()) {
      settings = settings.with("model", TeamMember.bare(model, provider));
    }
    Optional<JsonArray> command = settings.array("command");
    return command.isEmpty()
        ? settings
        : settings.with(
            "command", JsonArray.of(command.get().values().stream().map(this::found).toList()));
  }

  private JsonValue found(JsonValue word) {
    return word instanceof JsonString(String text) ? new JsonString(found(text)) : word;
  }

  private String found(String word) {
    return word.startsWith("./") ? folder().resolve(word).normalize().toString() : word;
  }
}
