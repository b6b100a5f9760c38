package org.sovereignbook.sbp.plugins.channels;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature;
import org.sovereignbook.sbp.frontend.automation.NodeProgram;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.plugins.channels.work.ChannelAnswers;
import org.sovereignbook.sbp.plugins.channels.work.ChannelKinds;
import org.sovereignbook.sbp.plugins.channels.work.ChannelMark;
import org.sovereignbook.sbp.plugins.channels.work.ChannelTick;
import org.sovereignbook.sbp.plugins.channels.work.ChannelUpkeep;
import org.sovereignbook.sbp.plugins.channels.work.ChannelsSettings;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.feature.SocietyJudge;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.society.sessions.AnswerFeature;

/** Channels by which the node and people write to each other (docs/channels.md). */
public final class ChannelsFeature
    implements NodeFeature, CommandFeature, AutomationFeature, AnswerFeature {
  @Override
  public String name() {
    return "channels";
  }

  @Override
  public String title() {
    return "messages to people, by mail and chat";
  }

  @Override
  public Settings settings() {
    return ChannelsSettings.ALL;
  }

  @Override
  public List<ExtensionKind<?>> kinds() {
    return List.of(ChannelKinds.ADAPTERS);
  }

  @Override
  public List<TableScript> tables() {
    return List.of(TableScript.beside(ChannelsFeature.class, "V1__channels.sql"));
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.ofEntries(
        Map.entry("channel.added", EventSentence.of("{by} added a channel to people")),
        Map.entry("channel.removed", EventSentence.of("{by} removed a channel to people")),
        Map.entry("channel.received", EventSentence.of("{by} wrote by {channel}")),
        Map.entry("channel.sent", EventSentence.of("A server took a message: {kind}")),
        Map.entry("channel.failed", EventSentence.of("A message could not be sent: {kind}")));
  }

  @Override
  public Optional<String> takes(Transaction tx, Answer answer) {
    return new ChannelAnswers(tx).take(answer);
  }

  @Override
  public void fails(Transaction tx, Unanswered message) {
    new ChannelAnswers(tx).fail(message);
  }

  @Override
  public List<Retention> retention() {
    return List.of(ChannelUpkeep::forget);
  }

  @Override
  public List<SocietyJudge> judges() {
    return List.of(new SocietyJudge("channel not working", ChannelUpkeep::reasons));
  }

  @Override
  public List<Function<Transaction, List<Notice>>> notices() {
    return List.of(ChannelUpkeep::notices);
  }

  @Override
  public Optional<String> whenWell(Node node) {
    return new ChannelMark(node).isAny() ? Optional.of("they work") : Optional.empty();
  }

  @Override
  public Optional<String> status(Transaction tx) {
    return ChannelUpkeep.status(tx);
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        new FeatureCommand("channel", CommandGroup.TALK, () -> new ChannelCommand()),
        FeatureCommand.below("demo", "email", () -> new EmailDemo()));
  }

  @Override
  public boolean isTicked(Node node) {
    return new ChannelMark(node).isAny();
  }

  @Override
  public TickWork tickWork(Session session, Node node) {
    return new ChannelTick(session, node);
  }

  /** Wants the process that works on channels all the time. */
  @Override
  public List<KeptProcess> processes(Node node) {
    return new ChannelMark(node).isAny()
        ? List.of(new KeptProcess("channels", List.of("channel", "run")))
        : List.of();
  }

  @Override
  public List<NodeProgram> programs(Node node) {
    return new ChannelMark(node)
        .commands().entrySet().stream()
            .map(each -> NodeProgram.command("channel " + each.getKey(), each.getValue()))
            .toList();
  }
}
