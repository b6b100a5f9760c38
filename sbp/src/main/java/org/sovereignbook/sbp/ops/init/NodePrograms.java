package org.sovereignbook.sbp.ops.init;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature;
import org.sovereignbook.sbp.frontend.automation.NodeProgram;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.health.HealthSettings;
import org.sovereignbook.sbp.runtime.scheduler.OwnCommands;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * The programs that a node brings along: commands of its configuration, backends that are no rules,
 * scripts that are no launchers, programs of features, teams, and settings of its git repository.
 * Finding them opens no database and starts nothing; a file in doubt counts as a program.
 *
 * @param startedBy the launcher that started this program; without one a tick uses the node's own
 */
record NodePrograms(Node node, Optional<String> startedBy) {
  /** The section of {@code llm} that is no backend's. */
  private static final String MODES = "modes";

  /** Keys that git itself writes, and that name no program. */
  private static final Set<String> HARMLESS_IN_GIT =
      Set.of(
          "repositoryformatversion",
          "filemode",
          "bare",
          "logallrefupdates",
          "ignorecase",
          "precomposeunicode",
          "sharedrepository",
          "symlinks");

  /** Returns all programs, in the order in which people find them. */
  List<NodeProgram> all() {
    Config config = node.config();
    List<NodeProgram> all = new ArrayList<>();
    OwnCommands.of(config).forEach((key, command) -> all.add(NodeProgram.command(key, command)));
    HealthSettings.commands(config)
        .forEach((key, command) -> all.add(NodeProgram.command(key, command)));
    all.addAll(judges(config));
    all.addAll(scripts());
    all.addAll(ofFeatures());
    for (Path file : node.home().teamFiles()) {
      all.addAll(found(file, "a team, its judges and gates"));
    }
    all.addAll(git());
    return List.copyOf(all);
  }

  private static List<NodeProgram> judges(Config config) {
    List<NodeProgram> all = new ArrayList<>();
    String backend = config.get(AgentSettings.BACKEND);
    if (!backend.equals(AgentSettings.BUILTIN)) {
      all.add(NodeProgram.command(AgentSettings.BACKEND.key(), backend));
    }
    config
        .json()
        .object("llm")
        .orElseGet(JsonObject::empty)
        .members()
        .forEach(
            (name, section) -> {
              boolean isRules = name.equals(MODES) || name.equals(AgentSettings.BUILTIN);
              if (section instanceof JsonObject json && !isRules && !json.members().isEmpty()) {
                all.add(NodeProgram.command("llm." + name, JsonWriter.compact(json)));
              }
            });
    return all;
  }

  private List<NodeProgram> scripts() {
    List<NodeProgram> all = new ArrayList<>();
    for (Step step : Steps.ALL) {
      Path file = node.home().scripts().resolve(step.script());
      if (!node.readText(file).orElse("").equals(new Launcher(step).text())) {
        all.addAll(found(file, "a step of its own"));
      }
    }
    if (startedBy.isEmpty()) {
      all.addAll(found(node.home().launcher(), "what its commands call"));
    }
    return all;
  }

  /** Finds programs of features that are off, too: later they may be on. */
  private List<NodeProgram> ofFeatures() {
    return Features.of(node).of(AutomationFeature.class).stream()
        .flatMap(
            feature ->
                ItemFault.orElse(
                    () -> feature.programs(node),
                    failure ->
                        List.of(
                            NodeProgram.command(
                                "feature " + feature.name(), ItemFault.reason(failure))))
                    .stream())
        .toList();
  }

  private List<NodeProgram> git() {
    Path git = node.home().root().resolve(".git");
    Path config = git.resolve("config");
    boolean isHarmless =
        node.readText(config).orElse("").lines().allMatch(NodePrograms::isHarmlessInGit);
    // A repository elsewhere has its settings elsewhere.
    return Stream.of(
            found(git.resolve("commondir"), "a git repository that is elsewhere"),
            node.disk().files(node.home().root()).contains(git)
                ? found(git, "a git repository that is elsewhere")
                : List.<NodeProgram>of(),
            isHarmless ? List.<NodeProgram>of() : found(config, "settings that git obeys"))
        .flatMap(List::stream)
        .toList();
  }

  private static boolean isHarmlessInGit(String line) {
    String words = line.strip().toLowerCase(Locale.ROOT);
    return words.isEmpty()
        || words.startsWith("#")
        || words.equals("[core]")
        || HARMLESS_IN_GIT.contains(words.split("=", 2)[0].strip());
  }

  private List<NodeProgram> found(Path file, String kind) {
    return node.disk().exists(file) ? List.of(NodeProgram.file(node, file, kind)) : List.of();
  }
}
