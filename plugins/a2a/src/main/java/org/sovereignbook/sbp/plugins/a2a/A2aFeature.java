package org.sovereignbook.sbp.plugins.a2a;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventObserver;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.command.NodeWords;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.server.RouteAnswer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteFeature;
import org.sovereignbook.sbp.peer.server.RouteRequest;
import org.sovereignbook.sbp.plugins.a2a.client.KnownAgents;
import org.sovereignbook.sbp.plugins.a2a.client.RemoteBoard;
import org.sovereignbook.sbp.plugins.a2a.client.RemoteUpkeep;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.feature.SocietyWork;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.society.board.BoardFeature;
import org.sovereignbook.sbp.society.board.TaskEnd;

/** A2A: any client of it can work with agents of this node, and agents of others work for it. */
public final class A2aFeature implements NodeFeature, RouteFeature, CommandFeature, BoardFeature {
  private static final int WAITS = 12;

  private final Semaphore waits = new Semaphore(WAITS);

  @Override
  public String name() {
    return "a2a";
  }

  @Override
  public String title() {
    return "work for any client that speaks A2A";
  }

  @Override
  public Settings settings() {
    return A2aSettings.ALL;
  }

  @Override
  public List<TableScript> tables() {
    return List.of(
        TableScript.beside(A2aFeature.class, "V1__a2a.sql"),
        TableScript.beside(A2aFeature.class, "V2__a2a_client.sql"),
        TableScript.beside(A2aFeature.class, "V3__a2a_heard.sql"));
  }

  /** Returns that its mail is nothing that an agent may answer a client with. */
  @Override
  public boolean mayHandle(Authority cause, String tool) {
    return !cause.channel().equals(A2aClient.CHANNEL) || !tool.startsWith("mail_");
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.ofEntries(
        Map.entry(
            "a2a.opened", EventSentence.of("{by} opened {agent} to agents of others, over A2A")),
        Map.entry("a2a.closed", EventSentence.of("{by} closed {agent} to agents of others")),
        Map.entry(
            "a2a.token",
            EventSentence.plumbing("{by} issued a token for {entity|a client} of A2A")),
        Map.entry(
            "a2a.revoked", EventSentence.of("{by} revoked the tokens of {entity|a client} of A2A")),
        Map.entry(
            "a2a.received",
            EventSentence.of(
                "{by} sent {agent} a message over A2A", "{by} sent a message for {task} over A2A")),
        Map.entry(
            "a2a.agent_added",
            EventSentence.of("{by} added {a2a_agent}, an agent of somebody else")),
        Map.entry("a2a.agent_changed", EventSentence.of("The card of {a2a_agent} has changed")),
        Map.entry(
            "a2a.agent_removed",
            EventSentence.of("{by} removed {a2a_agent}, an agent of somebody else")),
        Map.entry(
            "a2a.agent_rotated",
            EventSentence.of("{a2a_agent} has a new key, which its old one signed")),
        Map.entry(
            "a2a.agent_doubted",
            EventSentence.of("{a2a_agent} has a key that its old one did not sign")),
        Map.entry(
            "a2a.said",
            EventSentence.of("{by} handed {a2a_work|work} to an agent of somebody else")),
        Map.entry(
            "a2a.answered",
            EventSentence.of("An agent of somebody else answered {a2a_work|its work}: {state}")));
  }

  @Override
  public List<EventObserver> observers() {
    return List.of(Following::of);
  }

  @Override
  public List<Retention> retention() {
    return List.of(
        A2aRetention::forget,
        ledger ->
            RemoteUpkeep.forget(
                ledger, Duration.ofDays(ledger.node().config().get(A2aSettings.KEEP_DAYS))));
  }

  @Override
  public List<SocietyWork> afterSending() {
    return List.of(
        new SocietyWork(
            "a2a",
            "clients of A2A are not told of their tasks",
            new SocietyWork.SendingWork((ledger, _) -> PushDelivery.send(ledger))),
        new SocietyWork(
            "a2a",
            "agents of others are given no work",
            new SocietyWork.SendingWork((ledger, _) -> RemoteUpkeep.step(ledger))));
  }

  @Override
  public boolean isDue(Transaction tx) {
    return RemoteUpkeep.isDue(tx);
  }

  @Override
  public List<Function<Transaction, List<Notice>>> notices() {
    return List.of(RemoteBoard::notices);
  }

  @Override
  public Optional<String> toolFor(Transaction tx, String role) {
    return new KnownAgents(tx).isRole(role) ? Optional.of(RemoteBoard.TOOL) : Optional.empty();
  }

  @Override
  public void follow(Ledger ledger, String task, Duration most) throws InterruptedException {
    RemoteUpkeep.follow(ledger, task, most);
  }

  @Override
  public void ended(Transaction tx, TaskEnd end) {
    RemoteBoard.ended(tx, end);
  }

  @Override
  public Optional<String> status(Transaction tx) {
    long open = tx.number("SELECT COUNT(*) FROM a2a_task WHERE " + A2aTask.OPEN);
    long asked =
        tx.number(
            "SELECT COUNT(*) FROM a2a_task WHERE state = ?", A2aState.INPUT_REQUIRED.toString());
    return open == 0
        ? Optional.empty()
        : Optional.of(
            Wording.counted(open, "open task")
                + " of clients"
                + (asked == 0 ? "" : ", " + asked + " for their answer")
                + " (sbp task list --label a2a)");
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        new FeatureCommand("a2a", CommandGroup.WORK, () -> new A2aCommand()),
        FeatureCommand.below("task", "ask", () -> new TaskAsk()),
        FeatureCommand.below("task", "file", () -> new TaskFile()),
        FeatureCommand.below("demo", "interop", () -> new InteropDemo()));
  }

  @Override
  public List<NodeWords.Word> words(Transaction tx, String kind) {
    return new KnownAgents(tx).words(kind);
  }

  @Override
  public List<String> wellKnown() {
    return List.of(A2aRoutes.CARD, A2aRoutes.DID, A2aKeys.PATH);
  }

  @Override
  public List<Service> services(Transaction tx, Agent agent) {
    boolean isPublic =
        OpenAgent.all(tx).stream()
            .anyMatch(open -> open.agent().equals(agent) && open.opening().isPublic());
    return isPublic ? A2aKeys.services(tx.node()) : List.of();
  }

  @Override
  public boolean isNeeded(Node node) {
    return OpenFile.isAny(node);
  }

  /** Tells clients at once; what fails is also tried by the step that delivers. */
  @Override
  public void work(RouteContext context) {
    context.society().get().ifPresent(PushDelivery::send);
  }

  @Override
  public RouteAnswer answer(RouteRequest request, RouteContext context)
      throws InterruptedException {
    return new A2aRoutes(new A2aOperations(waits)).answer(request, context);
  }
}
