package org.sovereignbook.sbp.plugins.a2a;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventObserver;
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
  public List<String> events() {
    return List.of(
        "a2a.opened",
        "a2a.closed",
        "a2a.token",
        "a2a.revoked",
        "a2a.received",
        "a2a.agent_added",
        "a2a.agent_changed",
        "a2a.agent_removed",
        "a2a.agent_rotated",
        "a2a.agent_doubted",
        "a2a.said",
        "a2a.answered");
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
