package org.sovereignbook.sbp.plugins.team;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.SecretVariables;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.store.ItemFault;

/** The keys of {@code team.yaml} (AGENT-STACK §11). */
final class TeamKeys {
  /** Most of its latest tasks that a member may be shown. */
  static final int MAX_TURNS = 200;

  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9_-]{0,39}");
  static final Pattern SKILL = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,63}");
  private static final int MAX_ROLE_CHARACTERS = 8_192;

  static final Setting<JsonObject> LLM =
      Setting.object("llm", "`provider`, and settings of that backend as in llm.NAME");

  static final Setting<List<String>> REVIEWERS =
      Setting.texts(
          "reputation.peer_review_agents",
          List.of(),
          ID.asMatchPredicate(),
          "the id of an agent",
          "who reviews what the others submit");

  static final Setting<Integer> MAX_IDLE_CYCLES =
      Setting.integer(
          "max_idle_cycles",
          30,
          1,
          1_000_000,
          "the number of looks with nothing to do, a second apart, after which an agent ends");

  static final Setting<Long> DAILY_CALLS =
      Setting.longInteger(
          "limits.daily_calls", 0, 0, 1_000_000, "calls to models in a UTC day; 0 is no limit");

  static final Setting<Long> DAILY_TOKENS =
      Setting.longInteger(
          "limits.daily_tokens", 0, 0, 1_000_000_000_000L, "tokens in a UTC day; 0 is no limit");

  static final Setting<Integer> MAX_DEPTH =
      Setting.integer("limits.max_depth", 3, 1, 8, "how deep plans may be made within plans");

  static final Setting<Integer> MAX_TASKS =
      Setting.integer("limits.max_tasks", 100, 1, 10_000, "tasks that planners may make in a run");

  static final Setting<List<String>> TASK_COMPLETED =
      Setting.texts(
          "gates.task_completed",
          List.of(),
          _ -> true,
          "a program and its arguments",
          "asked about each result: exit code 2 refuses it");

  static final Setting<List<String>> TEAMMATE_IDLE =
      Setting.texts(
          "gates.teammate_idle",
          List.of(),
          _ -> true,
          "a program and its arguments",
          "asked before a member ends for want of work: exit code 2 keeps it awake");

  static final Setting<Duration> GATE_LIMIT =
      Setting.duration("gates.timeout_seconds", 60, 1, 3_600, "how long a gate may take");

  static final Setting<String> GROUP =
      Setting.text(
          "group.id", "", "the group of memory in which the members' texts are kept; empty: none");

  static final Setting<TeamGroup.Shows> GROUP_SHOWS =
      Setting.oneOf(
          "group.shows",
          TeamGroup.Shows.INPUTS,
          "what a member is shown of the group with a task: all of it, or its inputs",
          TeamGroup.Shows.values());

  static final Setting<String> GROUP_LEAD =
      Setting.text("group.lead", "", "the member that is mailed every result; empty: nobody");

  /** The list of members; each has the keys of {@link #ofAgent}. */
  static final String AGENTS = "agents";

  static final Setting<String> AGENT_ID =
      Setting.text(
              "id",
              "",
              ID.asMatchPredicate(),
              "a name of lower-case letters, digits, - and _, at most 40",
              "its name")
          .withoutDefault();

  static final Setting<String> ROLE =
      Setting.text(
              "role",
              "",
              text -> !text.isBlank() && text.length() <= MAX_ROLE_CHARACTERS,
              "a text of at most " + MAX_ROLE_CHARACTERS + " characters",
              "what it is told to be")
          .withoutDefault();

  static final Setting<TeamMember.Kind> KIND =
      Setting.oneOf(
              "kind",
              TeamMember.Kind.WORKER,
              "which tasks it takes; told from its id if absent",
              TeamMember.Kind.values())
          .withoutDefault();

  static final Setting<String> MODEL =
      Setting.text("model", "", "the model; a prefix that repeats the provider is left out");

  static final Setting<List<String>> SKILLS =
      Setting.texts(
          "skills",
          List.of("_base"),
          SKILL.asMatchPredicate(),
          "the name of a file skills/NAME.md, without its ending",
          "what it is told to be able to do, in this order");

  static final Setting<Integer> SHORT_TERM_TURNS =
      Setting.integer(
          "memory.short_term_turns",
          20,
          0,
          MAX_TURNS,
          "the number of its last tasks that it is shown again");

  static final Setting<Boolean> LONG_TERM =
      Setting.flag(
          "memory.long_term", false, "whether accepted work is remembered, and shown again");

  static final Setting<Integer> RECALL =
      Setting.integer(
          "memory.recall_top_k",
          3,
          0,
          50,
          "the number of its accepted tasks that are shown with a task");

  static final Setting<Integer> AUTONOMY =
      Setting.integer(
              "autonomy_level",
              1,
              0,
              3,
              "0: you approve each verdict and change; 1: its model and role; 2: its role; 3:"
                  + " nothing")
          .withoutDefault();

  static final Setting<String> WALLET =
      Setting.text(
          "wallet",
          "",
          name -> name.isEmpty() || SecretVariables.isName(name),
          "the name of a variable: " + SecretVariables.FORM,
          "the variable with the key of its wallet");

  private static final Settings OWN_OF_TEAM =
      Settings.of(
          LLM,
          REVIEWERS,
          MAX_IDLE_CYCLES,
          DAILY_CALLS,
          DAILY_TOKENS,
          MAX_DEPTH,
          MAX_TASKS,
          TASK_COMPLETED,
          TEAMMATE_IDLE,
          GATE_LIMIT,
          GROUP,
          GROUP_SHOWS,
          GROUP_LEAD);

  /** Returns the keys of a team, with those of features. */
  static Settings ofTeam(Features features) {
    List<Setting<?>> all = new ArrayList<>(OWN_OF_TEAM.all());
    all.add(memoryBackend(features));
    all.addAll(each(features, TeamFeature::teamKeys));
    return new Settings(all, OWN_OF_TEAM.rule());
  }

  /** Returns the keys of an agent, with those of features. */
  static Settings ofAgent(Features features) {
    List<Setting<?>> all = new ArrayList<>(OWN_OF_AGENT.all());
    all.addAll(each(features, TeamFeature::agentKeys));
    return new Settings(all, OWN_OF_AGENT.rule());
  }

  static Setting<String> memoryBackend(Features features) {
    List<String> names = new ArrayList<>(List.of(OwnMemory.NAME));
    names.addAll(each(features, feature -> feature.episodeStores().keySet()));
    return Setting.oneOf(
        "memory.backend",
        OwnMemory.NAME,
        "where long-term memory is kept: `mock`, this node's own memory; or a store of a feature",
        names.toArray(String[]::new));
  }

  /** Asks each feature; one that fails adds nothing. */
  private static <T> List<T> each(
      Features features, Function<TeamFeature, Collection<? extends T>> question) {
    List<T> all = new ArrayList<>();
    for (TeamFeature feature : features.of(TeamFeature.class)) {
      try {
        all.addAll(question.apply(feature));
      } catch (RuntimeException e) {
        if (!ItemFault.isOfItem(e)) {
          throw e;
        }
      }
    }
    return all;
  }

  private static final Settings OWN_OF_AGENT =
      Settings.of(
          AGENT_ID,
          ROLE,
          KIND,
          MODEL,
          SKILLS,
          LLM,
          SHORT_TERM_TURNS,
          LONG_TERM,
          RECALL,
          AUTONOMY,
          WALLET,
          DAILY_CALLS,
          DAILY_TOKENS);

  private TeamKeys() {}

  /** An error at a key. */
  record Problem(String key, String text) {}
}
