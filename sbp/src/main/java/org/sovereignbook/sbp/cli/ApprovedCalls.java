package org.sovereignbook.sbp.cli;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.access.AccessRequests;
import org.sovereignbook.sbp.access.Globs;
import org.sovereignbook.sbp.agents.Agent;
import org.sovereignbook.sbp.agents.Agents;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.agents.Tokens;
import org.sovereignbook.sbp.agents.ToolCall;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeFinder;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.cli.command.World;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Runs the calls again that were refused and that the owner has approved, each once: it is taken in
 * the transaction in which it does its work. One that comes to nothing is not tried again.
 */
record ApprovedCalls(Session session, Ledger ledger) {
  private static final int MAX_OUTCOME_CHARACTERS = 300;

  /** More than any command takes. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** A call and how it ended, in a line. */
  record Ran(String request, boolean isDone, String outcome) {}

  /** How to call it. */
  private record Call(AccessRequests.Request request, List<String> words) {
    String caller() {
      return request.caller().agentId().orElseThrow();
    }
  }

  /** All that wait. */
  List<Ran> runAll() {
    List<Ran> ran = new ArrayList<>();
    for (Call call : ledger.<List<Call>>read(ApprovedCalls::due)) {
      ran.add(run(call));
    }
    return ran;
  }

  private static List<Call> due(Transaction tx) throws SQLException {
    List<Call> due = new ArrayList<>();
    AccessRequests requests = new AccessRequests(tx);
    for (AccessRequests.Request request : requests.due()) {
      Optional<JsonObject> again = requests.again(request);
      Optional<List<String>> words =
          again.flatMap(call -> call.array(ToolCall.WORDS)).flatMap(JsonArray::strings);
      if (words.isPresent() && request.caller().agentId().isPresent()) {
        due.add(new Call(request, words.get()));
      }
    }
    return due;
  }

  private Ran run(Call call) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(call.words());
    Tokens.Issued token;
    try {
      token = ledger.write(tx -> token(tx, call));
    } catch (SocietyException e) {
      return ended(call, false, String.valueOf(e.getMessage()));
    }
    ExitCode exit;
    try {
      exit = Commands.builtIn().run(session.in(world(call, token.secret(), out, err)), words);
    } finally {
      Tokens.Token _ =
          ledger.write(
              tx -> Tokens.revoke(tx, Caller.system(), agent(tx, call), token.token().id()));
    }
    if (exit == ExitCode.BUSY) {
      // Nobody has looked at it: the next tick does.
      return new Ran(call.request().id(), false, "waits for the node, which is busy");
    }
    String said =
        exit.isFailure() ? err.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ") : "done";
    String outcome =
        said.length() > MAX_OUTCOME_CHARACTERS ? said.substring(0, MAX_OUTCOME_CHARACTERS) : said;
    return ended(call, !exit.isFailure(), outcome.strip());
  }

  /** Of a call that has done its work this is known already. */
  private Ran ended(Call call, boolean isDone, String outcome) {
    String plain = PeerText.plain(outcome);
    boolean _ = ledger.<Boolean>write(tx -> new AccessRequests(tx).ran(call.request(), plain));
    return new Ran(call.request().id(), isDone, plain);
  }

  private static Agent agent(Transaction tx, Call call) throws SQLException {
    return Agents.named(tx, call.caller());
  }

  /** By which any command, and not only those of the society, is the agent's. */
  private static Tokens.Issued token(Transaction tx, Call call) throws SQLException {
    return Tokens.issue(tx, Caller.system(), agent(tx, call), Globs.ALL, Optional.of(LONGEST));
  }

  /** As the agent called it, by its door, with nothing to read and nobody at a terminal. */
  private World world(
      Call call, String token, ByteArrayOutputStream out, ByteArrayOutputStream err) {
    World world = session.world();
    Map<String, String> environment = new TreeMap<>(world.environment());
    environment.put(SocietyCommand.TOKEN_VARIABLE, token);
    environment.put(SocietyCommand.CHANNEL_VARIABLE, call.request().channel());
    environment.put(NodeFinder.HOME_VARIABLE, ledger.node().home().root().toString());
    return new World(
        environment,
        ledger.node().home().root(),
        InputStream.nullInputStream(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        () -> false,
        world.disk(),
        world.clock(),
        world.random());
  }
}
