package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature;
import org.sovereignbook.sbp.frontend.automation.NodeProgram;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.feature.SocietyJudge;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;

/** Programs that run on events or at times, and webhooks (docs/hooks.md). */
public final class HooksFeature implements NodeFeature, CommandFeature, AutomationFeature {
  static final String NAME = "hooks";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "programs run on events or at times";
  }

  @Override
  public Settings settings() {
    return HooksSettings.ALL;
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.ofEntries(
        Map.entry("hook.accepted", EventSentence.of("{by} accepted the hook {hook}")),
        Map.entry("hook.enabled", EventSentence.of("{by} enabled the hook {hook}")),
        Map.entry("hook.disabled", EventSentence.of("{by} disabled the hook {hook}")),
        Map.entry("hook.retried", EventSentence.of("{by} let the hook {hook} run again")),
        Map.entry("hook.removed", EventSentence.of("{by} removed the hook {hook}")),
        Map.entry("hook.fired", EventSentence.of("The hook {hook} ran")),
        Map.entry(
            "hook.circuit_opened",
            EventSentence.of("The hook {hook} rests, since it failed too often")),
        Map.entry(
            "hook.unknown", EventSentence.of("How a run of the hook {hook} ended is unknown")),
        Map.entry("timer.tick", EventSentence.plumbing("A timer was due")),
        Map.entry("webhook.received", EventSentence.of("{by} was called")));
  }

  @Override
  public List<Retention> retention() {
    return List.of(HookUpkeep::forget);
  }

  @Override
  public List<ExtensionKind<?>> kinds() {
    return List.of(HotHooks.KIND);
  }

  @Override
  public List<SocietyJudge> judges() {
    return List.of(new SocietyJudge("hook in trouble", HookTrouble::reasons));
  }

  @Override
  public Optional<String> whenWell(Node node) {
    return HookPrograms.isAny(node) ? Optional.of("all that were accepted run") : Optional.empty();
  }

  @Override
  public List<Function<Transaction, List<Notice>>> notices() {
    return List.of(HookTrouble::notices);
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        new FeatureCommand("hook", CommandGroup.RULES, () -> new HookCommand()),
        new FeatureCommand("webhook", CommandGroup.RULES, () -> new WebhookCommand()));
  }

  @Override
  public boolean isTicked(Node node) {
    return HookPrograms.isAny(node);
  }

  @Override
  public TickWork tickWork(Session session, Node node) {
    return new HookTick(session, node);
  }

  /** Wants the process that takes webhooks and runs due hooks. */
  @Override
  public List<KeptProcess> processes(Node node) {
    return HookPrograms.isAny(node) || Webhook.isAny(node)
        ? List.of(new KeptProcess("hooks", List.of("hook", "serve")))
        : List.of();
  }

  @Override
  public Duration toFinish(Node node) {
    return HooksSettings.longestRun(node.config());
  }

  @Override
  public List<NodeProgram> programs(Node node) {
    return HookPrograms.isAny(node) ? HookScript.programs(node) : List.of();
  }
}
