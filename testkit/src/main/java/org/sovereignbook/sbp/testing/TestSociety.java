package org.sovereignbook.sbp.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.society.memory.MemoryBeginning;
import org.sovereignbook.sbp.society.memory.MemoryObserver;

/** A node's society in a folder, with its first three agents and a clock that a test turns. */
public final class TestSociety implements AutoCloseable {
  private final TestNode node;
  private final Ledger ledger;

  private TestSociety(TestNode node, Database database) {
    this.node = node;
    this.ledger =
        Ledger.open(node.node(), database).observedByFeatures(List.of(new MemoryObserver()));
    MemoryBeginning.ensure(ledger);
    Agents.ensureOfTheNode(ledger, Component.names(Component.Trait.AGENT));
  }

  public static TestSociety in(Path folder) {
    return of(TestNode.in(folder));
  }

  public static TestSociety of(TestNode node) {
    EmptySociety.putInto(node.node());
    return of(node, new SqliteLedgerProvider()::open);
  }

  /** Makes the society of a node in another database. */
  public static TestSociety of(TestNode node, Function<Node, Database> database) {
    return new TestSociety(node, database.apply(node.node()));
  }

  public TestNode node() {
    return node;
  }

  public TestClock clock() {
    return node.clock();
  }

  public Ledger ledger() {
    return ledger;
  }

  /** Registers a child of the owner with the usual capabilities, and activates it. */
  public Agent agent(String name) {
    return agent(name, Capabilities.ofTools(DeclaredTools.usual()));
  }

  /** Registers a child of the owner with these capabilities. */
  public Agent agent(String name, Capabilities capabilities) {
    return child(Optional.empty(), name, capabilities);
  }

  /** Registers a child of the owner without further properties. */
  public Agent usual(String name, AgentType type) {
    return registered(Optional.empty(), Registration.usual(name, type));
  }

  /** Registers a child of the agent of this name, or of the owner. */
  public Agent child(Optional<String> parent, String name, Capabilities capabilities) {
    return registered(
        parent,
        new Registration(
            name,
            AgentType.CUSTOM,
            Optional.empty(),
            Optional.of(capabilities),
            AgentReach.NODE,
            AgentReach.NODE,
            Optional.empty()));
  }

  private Agent registered(Optional<String> parent, Registration registration) {
    ledger.run(tx -> registration.register(tx, Agents.caller(tx, parent, Optional.empty())));
    return ledger
        .write(tx -> Agents.caller(tx, Optional.of(registration.name()), Optional.empty()).agent())
        .get();
  }

  /** Returns the agent as it is now. */
  public Agent now(String name) {
    return ledger.read(tx -> Agents.named(tx, name));
  }

  /** Calls a tool as the owner acting for an agent, with authorization. */
  public <T> T as(String agent, String tool, Permissions.Work<T> work) {
    return Permissions.run(ledger, call(tool, Optional.of(agent), Optional.empty()), work);
  }

  /** Calls a tool with a token. */
  public <T> T with(String token, String tool, Permissions.Work<T> work) {
    return Permissions.run(ledger, call(tool, Optional.empty(), Optional.of(token)), work);
  }

  /** Calls a tool as the owner. */
  public <T> T owner(String tool, Permissions.Work<T> work) {
    return Permissions.run(ledger, call(tool, Optional.empty(), Optional.empty()), work);
  }

  private static ToolCall call(String tool, Optional<String> as, Optional<String> token) {
    return new ToolCall(tool, JsonObject.empty(), "command", as, token);
  }

  /** Returns capabilities of only these tools. */
  public static Capabilities tools(String... globs) {
    return Capabilities.ofTools(Globs.of(globs));
  }

  /** Returns an agent as a caller, in a transaction of its own. */
  public Caller caller(String agent) {
    return ledger.write(tx -> Agents.caller(tx, Optional.of(agent), Optional.empty()));
  }

  @Override
  public void close() {
    ledger.close();
  }
}
