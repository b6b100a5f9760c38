package org.sovereignbook.sbp.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.delivery.Delivery;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.PreprocessResult;
import org.sovereignbook.sbp.peer.reader.ReaderPreprocess;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.feature.SocietyWork;
import org.sovereignbook.sbp.society.mail.Correspondent;
import org.sovereignbook.sbp.society.mail.Departures;
import org.sovereignbook.sbp.society.mail.MailGate;
import org.sovereignbook.sbp.society.mail.Overdue;
import org.sovereignbook.sbp.society.memory.MemoryBeginning;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.society.status.SocietyPart;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * Nodes that write to each other: real steps, stores and databases; a wire that delivers at once,
 * or not at all. A process can be killed before or after any of its commits.
 */
public final class ConnectedNodes implements PeerClient, AutoCloseable {
  private final List<Side> sides = new ArrayList<>();
  private final CrashPoint point = CrashPoint.never();
  private final Function<Node, Database> database;

  /** Creates nodes whose societies are in SQLite. */
  public ConnectedNodes() {
    this(new SqliteLedgerProvider()::open);
  }

  /** Creates nodes whose societies are in these databases. */
  public ConnectedNodes(Function<Node, Database> database) {
    this.database = database;
  }

  /** One of the nodes. */
  public final class Side {
    private final TestNode node;
    private final Endpoint endpoint;
    private Optional<Ledger> ledger = Optional.empty();
    public boolean isDown;
    private boolean isOld;

    private Side(TestNode node, Endpoint endpoint) {
      this.node = node;
      this.endpoint = endpoint;
    }

    public TestNode node() {
      return node;
    }

    public Correspondent address() {
      return new Correspondent(node.keys().publicKey(), endpoint);
    }

    public KeyPair keys() {
      return node.keys();
    }

    /** Adds the other node to the peers of this one. */
    public void meet(Side other, String name, TrustState trust) {
      node.addPeer(name, other.keys(), other.endpoint, trust);
    }

    /** Registers an agent that takes mail, and work, from this far. */
    public Agent agent(String name, AgentReach mail, AgentReach work) {
      return write(
          (tx, caller) ->
              new Registration(
                      name,
                      AgentType.CUSTOM,
                      Optional.empty(),
                      Optional.of(Capabilities.ofTools(Globs.ALL)),
                      mail,
                      work,
                      Optional.empty())
                  .register(tx, caller)
                  .agent());
    }

    /** Writes as a command does it, for the owner. */
    public <T> T write(Permissions.Work<T> work) {
      return as(Optional.empty(), work);
    }

    /** Writes as a command does it, for an agent. */
    public <T> T as(String agent, Permissions.Work<T> work) {
      return as(Optional.of(agent), work);
    }

    private <T> T as(Optional<String> agent, Permissions.Work<T> work) {
      T result =
          Permissions.run(
              ledger(),
              new ToolCall("mail_read", JsonObject.empty(), "command", agent, Optional.empty()),
              work);
      if (ledger().read(HandOver::isWaiting)) {
        int _ = new HandOver(ledger(), store()).run();
      }
      return result;
    }

    public <T> T read(Ledger.Work<T> work) {
      return ledger().read(work);
    }

    /** Returns the open ledger; the process that follows a killed one opens it again. */
    public Ledger ledger() {
      if (ledger.isEmpty()) {
        Node on = node.node();
        ledger =
            Optional.of(
                Ledger.open(on, new CrashingDatabase(database.apply(on), point))
                    .observedByFeatures(List.of(new MemoryObserver())));
        MemoryBeginning.ensure(ledger.get());
        Agents.ensureOfTheNode(ledger.get(), Component.names(Component.Trait.AGENT));
      }
      return ledger.get();
    }

    private List<NodeFeature> features() {
      return Features.on(node.node()).of(NodeFeature.class).stream()
          .filter(Feature::isOptional)
          .toList();
    }

    private void end() {
      ledger.ifPresent(Ledger::close);
      ledger = Optional.empty();
    }

    public Store store() {
      FileStore store = new FileStore(node.node());
      boolean _ = store.recover();
      return new CrashingStore(store);
    }

    /** Runs the step {@code deliver}, with the parts of the society and of features in it. */
    public void deliver() {
      try {
        Store store = store();
        Overdue.end(ledger());
        features().forEach(feature -> run(feature.beforeSending(), store));
        int _ = new HandOver(ledger(), store).run();
        var _ = new Delivery(node.node(), store, ConnectedNodes.this).run(true, Progress.NONE);
        Departures.settle(ledger(), store);
        features().forEach(feature -> run(feature.afterSending(), store));
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private void run(List<SocietyWork> works, Store store) {
      works.forEach(each -> each.work().on(ledger(), store));
    }

    /** Runs the step {@code reader-pre}, with the gates for mail and of features. */
    public PreprocessResult readerPre() {
      Store store = store();
      List<Gate> gates = new ArrayList<>();
      gates.add(new MailGate(() -> Optional.of(ledger()), SocietyPart.arrivals(node.node())));
      StepContext on =
          new StepContext(
              node.node(),
              store,
              true,
              Progress.NONE,
              Optional::empty,
              () -> Optional.of(ledger()));
      features().forEach(feature -> gates.addAll(feature.gates(on)));
      try {
        return new ReaderPreprocess(node.node(), store, ConnectedNodes.this, gates).run();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    /** Sets whether the node's program knows shared groups. */
    public void knowsGroups(boolean itDoes) {
      isOld = !itDoes;
    }

    /** Runs both steps, as the timer does. */
    public void tick() {
      var _ = readerPre();
      deliver();
    }
  }

  /** Makes a node in a folder of its own. */
  public Side add(Path folder, String name) {
    return add(folder, name, new SecureRandom());
  }

  /** Adds a node with ids from this source. */
  public Side add(Path folder, String name, SecureRandom random) {
    Endpoint endpoint = Endpoint.parse("https://" + name + ".example");
    Side side =
        new Side(
            TestNode.in(folder.resolve(name), TestKeys.named(name), endpoint, random), endpoint);
    sides.add(side);
    return side;
  }

  public void advance(Duration time) {
    sides.forEach(side -> side.node.clock().advance(time));
  }

  /** Runs a process that dies at this moment. Returns whether it had that moment. */
  public boolean kills(int at, Runnable process) {
    point.move(at);
    try {
      process.run();
      return false;
    } catch (SimulatedCrash e) {
      sides.forEach(Side::end);
      return true;
    } finally {
      point.move(Integer.MAX_VALUE);
    }
  }

  /**
   * Holds one conversation for each moment of each of its steps, at which a process is killed; the
   * other node is down at first.
   *
   * @param begin the first step, a command: it is typed again where it did nothing
   * @param isBegun whether it did something, in the conversation of this number
   * @param answer the step of the other node once the message has arrived
   * @param check called after each, with the number of the conversation
   * @return the number of conversations
   */
  public int sweep(
      Side here,
      Side there,
      Runnable begin,
      IntPredicate isBegun,
      Runnable answer,
      IntConsumer check) {
    List<Runnable> steps =
        List.of(
            begin,
            () -> {
              there.isDown = true;
              here.deliver();
              there.isDown = false;
              advance(Duration.ofHours(2));
            },
            here::deliver,
            there::readerPre,
            answer,
            there::deliver,
            here::readerPre);
    int number = 0;
    for (int step = 0; step < steps.size(); step++) {
      boolean killed = true;
      for (int at = 0; killed; at++) {
        number++;
        killed = conversation(steps, step, at, number, isBegun, there);
        there.tick();
        here.tick();
        check.accept(number);
        assertNothingWaits(here);
        assertNothingWaits(there);
      }
    }
    return number;
  }

  private boolean conversation(
      List<Runnable> steps, int killedStep, int at, int number, IntPredicate isBegun, Side there) {
    boolean killed = false;
    for (int i = 0; i < steps.size(); i++) {
      if (i != killedStep) {
        steps.get(i).run();
        continue;
      }
      killed = kills(at, steps.get(i));
      there.isDown = false;
      if (killed && (i > 0 || !isBegun.test(number))) {
        steps.get(i).run();
      }
    }
    return killed;
  }

  private static void assertNothingWaits(Side side) {
    assertThat(side.node.store().outbox().pending()).isEmpty();
    assertThat(side.node.store().inbox().pending()).isEmpty();
  }

  /** Puts an envelope of any sender with a part of a shared group into an inbox. */
  public void arrive(Side at, KeyPair sender, Endpoint from, GroupMail mail) {
    byte[] envelope = at.node.envelope(sender, from, MessageType.MEMORY, mail.payload());
    var _ = at.node.store().inbox().accept(envelope, at.node.clock().instant());
  }

  /** Puts an envelope of any sender into an inbox. */
  public void arrive(Side at, KeyPair sender, JsonObject payload) {
    byte[] envelope =
        at.node.envelope(
            sender, Endpoint.parse("https://ada.example"), MessageType.DIRECT, payload);
    var _ = at.node.store().inbox().accept(envelope, at.node.clock().instant());
  }

  @Override
  public void close() {
    sides.forEach(Side::end);
  }

  @Override
  public PeerReply get(Endpoint at, String path) {
    return answer(404);
  }

  @Override
  public PeerReply post(Endpoint at, byte[] bytes) {
    Side to = sides.stream().filter(side -> side.endpoint.equals(at)).findFirst().orElseThrow();
    if (to.isDown) {
      return new PeerReply.Unreachable("it is down", false);
    }
    Checked<Envelope> checked =
        new EnvelopeValidator(to.keys().publicKey()).validate(bytes, to.node.clock().instant());
    if (!checked.isValid()) {
      return answer(400);
    }
    if (to.isOld && checked.toOptional().orElseThrow().messageType() == MessageType.MEMORY) {
      return new PeerReply.Answered(
          400,
          "{\"error\":\"unknown-message-type\",\"message\":\"message_type is none of these\"}"
              .getBytes(StandardCharsets.UTF_8),
          Optional.empty());
    }
    var _ = new FileStore(to.node.node()).inbox().accept(bytes, to.node.clock().instant());
    return answer(202);
  }

  private static PeerReply answer(int status) {
    return new PeerReply.Answered(status, "{}".getBytes(StandardCharsets.UTF_8), Optional.empty());
  }

  /** Store whose process dies at a commit. */
  private final class CrashingStore extends ForwardingStore {
    private CrashingStore(Store store) {
      super(store);
    }

    @Override
    public void commit(ChangeSet changes) {
      point.pass(CrashPoint.Moment.BEFORE);
      super.commit(changes);
      point.pass(CrashPoint.Moment.AFTER);
    }
  }
}
