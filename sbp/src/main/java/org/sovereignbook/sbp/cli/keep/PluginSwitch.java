package org.sovereignbook.sbp.cli.keep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningNodeCommand;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.FeatureSettings;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.ops.config.ConfigFile;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.runtime.plugin.PluginFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The switch of a node's features, {@code features.off} of its configuration. */
final class PluginSwitch {
  private PluginSwitch() {}

  /** The state of a feature after its switch was set. */
  record Switched(String feature, boolean on) {}

  @Command(name = "on", description = "switch a feature of this node on")
  @Example("sbp plugin off chain && sbp plugin on chain")
  @Prints(Switched.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it is on already")
  @Exit(code = ExitCode.NOT_FOUND, means = "no feature is called that")
  @ForOwner
  static final class On extends WideningNodeCommand {
    @Parameters(paramLabel = "NAME", description = "its name, as in the list")
    String name = "";

    @Override
    public ExitCode run(Session session) {
      return set(session, name, true);
    }
  }

  @Command(name = "off", description = "switch a feature of this node off; its data stays")
  @Example("sbp plugin off chain && sbp plugin on chain")
  @Prints(Switched.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it is off already")
  @Exit(code = ExitCode.NOT_FOUND, means = "no feature is called that")
  @ForOwner
  static final class Off extends NodeCommand {
    @Parameters(paramLabel = "NAME", description = "its name, as in the list")
    String name = "";

    @Override
    public ExitCode run(Session session) {
      return set(session, name, false);
    }
  }

  /** Returns the name of a feature, of a plugin's id too. */
  static String nameOf(String typed) {
    String prefix = ExtensionKind.FEATURE + "-";
    return typed.startsWith(prefix) ? typed.substring(prefix.length()) : typed;
  }

  static boolean bringsFeature(PluginFile plugin) {
    return plugin.provides().stream().anyMatch(it -> it.kind().equals(ExtensionKind.FEATURE));
  }

  private static ExitCode set(Session session, String name, boolean on) {
    Node node = session.node();
    Feature feature =
        Features.of(node)
            .find(nameOf(name))
            .filter(Feature::isOptional)
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "no feature is called " + PeerText.quote(name),
                        "every feature there is:  sbp plugin list"));
    Features before = Features.of(node).without(Features.of(node).switchedOff(node.config()));
    Switched switched = new Switched(feature.name(), on);
    if (Features.of(node).switchedOff(node.config()).contains(feature.name()) == !on) {
      session.output().line(feature.name() + (on ? " is on" : " is off") + " already");
      consequence(feature, before, before).ifPresent(session.output()::line);
      session.output().json(switched);
      return ExitCode.NOTHING_TO_DO;
    }
    change(node, FeatureSettings.OFF, feature.name(), !on && feature.isOnAtFirst());
    if (!feature.isOnAtFirst()) {
      change(node, FeatureSettings.ON, feature.name(), on);
    }
    session
        .output()
        .line(
            feature.name()
                + (on ? " is on: " + feature.title() : " is off; what it has stored stays"));
    Features after = Features.of(node).without(Features.of(node).switchedOff(node.config()));
    consequence(feature, before, after).ifPresent(session.output()::line);
    return session.output().done(switched);
  }

  /** Puts a name into a list of the configuration, or takes it out. */
  private static void change(Node node, Setting<List<String>> setting, String name, boolean isIn) {
    List<String> names = new ArrayList<>(node.config().get(setting));
    if (names.contains(name) == isIn) {
      return;
    }
    if (isIn) {
      names.add(name);
    } else {
      names.removeIf(name::equals);
    }
    new ConfigFile(node)
        .edit(setting.key(), (text, path) -> text.with(path, JsonArray.ofStrings(names)));
  }

  /**
   * Returns what a switch means for features that need others: which have gone off with it, or why
   * it stays off itself.
   */
  private static Optional<String> consequence(Feature feature, Features before, Features after) {
    List<String> gone = names(before);
    gone.removeAll(names(after));
    gone.remove(feature.name());
    List<String> lacking = new ArrayList<>(feature.needs());
    lacking.removeAll(names(after));
    if (!gone.isEmpty()) {
      return Optional.of(
          "off with it, because they need it: %s; to go on with them:  sbp plugin on %s"
              .formatted(String.join(", ", gone), feature.name()));
    }
    return after.all().contains(feature) || lacking.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "it works only with %s, which is off:  sbp plugin on %s"
                .formatted(String.join(", ", lacking), lacking.getFirst()));
  }

  private static List<String> names(Features features) {
    return new ArrayList<>(features.all().stream().map(Feature::name).toList());
  }
}
