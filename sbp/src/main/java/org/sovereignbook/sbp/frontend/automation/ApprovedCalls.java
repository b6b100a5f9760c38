package org.sovereignbook.sbp.frontend.automation;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.mail.Sending;

/**
 * Repetition of denied calls that the owner has approved. Each call is repeated once: it is marked
 * in the same transaction as its effects. A failed call is not repeated again.
 */
public record ApprovedCalls(Session session, Ledger ledger) {
  private static final int MAX_OUTCOME_CHARACTERS = 300;
  private static final Duration OF_A_CALL = Duration.ofMinutes(10);

  /** A repeated call with its result in one line. */
  public record Ran(String request, boolean isDone, String outcome) {}

  private record Call(AccessRequest request, List<String> words) {
    String caller() {
      return request.caller().agentId().orElseThrow();
    }
  }

  /** Runs all waiting calls. */
  public List<Ran> runAll() {
    List<Ran> ran = new ArrayList<>();
    for (Call call : ledger.<List<Call>>read(ApprovedCalls::due)) {
      if (isForCaller(session, call)) {
        ledger.run(tx -> leave(tx, call));
      } else {
        ran.add(run(call));
      }
    }
    return ran;
  }

  /**
   * Leaves the call of a request that was answered now to its caller, where it only reads, and
   * withdraws what nobody can make any more. Returns the request as it is then.
   */
  public static AccessRequest settled(Session session, Transaction tx, AccessRequest answered) {
    for (Call call : due(tx)) {
      if (call.request().id().equals(answered.id()) && isForCaller(session, call)) {
        leave(tx, call);
      }
    }
    new AccessRequests(tx).settle();
    return new AccessRequests(tx).named(answered.id());
  }

  private static boolean isForCaller(Session session, Call call) {
    return call.request().tool().startsWith(DeclaredTools.OF_PROGRAM)
        || reads(session, call.words());
  }

  /** Such a call is useful to its caller alone, as long as its turn runs. */
  private static void leave(Transaction tx, Call call) {
    boolean _ = new RequestedCalls(tx).leaveToCaller(call.request());
    new AccessRequests(tx).settle();
  }

  private static List<Call> due(Transaction tx) {
    List<Call> due = new ArrayList<>();
    RequestedCalls requests = new RequestedCalls(tx);
    for (AccessRequest request : requests.due()) {
      Optional<JsonObject> again = requests.again(request);
      Optional<List<String>> words =
          again.flatMap(call -> call.array(ToolCall.WORDS)).flatMap(JsonArray::strings);
      if (words.isPresent() && request.caller().agentId().isPresent()) {
        due.add(new Call(request, words.get()));
      }
    }
    return due;
  }

  private static boolean reads(Session session, List<String> words) {
    return session
        .commandsHere()
        .catalog()
        .all()
        .filter(command -> startsWith(words, command.path()))
        .max(Comparator.comparingInt(command -> command.path().size()))
        .flatMap(CommandInfo::tool)
        .filter(Tool::reads)
        .isPresent();
  }

  private static boolean startsWith(List<String> words, List<String> path) {
    return words.size() >= path.size() && words.subList(0, path.size()).equals(path);
  }

  private Ran run(Call call) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Optional<Agent> agent = ledger.write(tx -> Agents.settled(tx, AgentId.parse(call.caller())));
    Optional<Timestamp> rests = agent.flatMap(Agent::restsUntil);
    if (rests.isPresent()) {
      // The caller was denied too often and rests for some minutes; the approval stays.
      return new Ran(
          call.request().id(), false, "waits for its agent, which rests until " + rests.get());
    }
    Optional<Tokens.Issued> token = ledger.write(tx -> token(tx, agent, call.request().channel()));
    String outcome = "the caller is gone, or has no rights at present";
    boolean isDone = false;
    if (token.isPresent()) {
      ExitCode exit =
          session
              .commands()
              .run(session.in(world(call, token.get().secret(), out, err)), call.words());
      end(token.get().token());
      if (exit == ExitCode.BUSY) {
        // The node was busy; the next tick runs the call.
        return new Ran(call.request().id(), false, "waits for the node, which is busy");
      }
      isDone = !exit.isFailure();
      outcome = isDone ? RequestedCalls.DONE : line(err.toString(StandardCharsets.UTF_8));
    }
    String said = PeerText.plain(outcome);
    // For a call that changed the society, this is already recorded.
    ledger.run(tx -> new RequestedCalls(tx).ran(call.request(), said));
    if (!isDone) {
      tellFailure(call);
    }
    return new Ran(call.request().id(), isDone, said);
  }

  /**
   * Tells the caller, to whom the answer said that the call would be made. The reason stays with
   * the owner: it may be the words of others.
   */
  private void tellFailure(Call call) {
    String text =
        "The call of %s that the owner had approved (request %s) has failed. %s"
            .formatted(
                call.request().tool(),
                call.request().id(),
                call.request().answer().equals(Optional.of(AccessRequests.Answer.ONCE.toString()))
                    ? "The owner can see why; a repeated call needs a new approval."
                    : "Repeat it to see why.");
    try {
      ledger.run(tx -> Sending.message(call.caller(), text).send(tx, Caller.system()));
    } catch (SocietyException e) {
      // The outcome is recorded even if its receiver is gone or does not read mail.
    }
  }

  /** Returns its output in one line. */
  private static String line(String text) {
    String said = text.lines().map(String::strip).collect(Collectors.joining("; "));
    return Cut.after(said, MAX_OUTCOME_CHARACTERS);
  }

  /** Issues a token for one call, which the agent itself makes. */
  private static Optional<Tokens.Issued> token(
      Transaction tx, Optional<Agent> agent, String channel) {
    return agent.filter(one -> one.status().works()).isEmpty()
        ? Optional.empty()
        : Optional.of(
            Tokens.issue(
                tx,
                Caller.system(),
                agent.get(),
                Globs.ALL,
                Optional.of(OF_A_CALL),
                new Tokens.Use(ProofRule.Purpose.RUN, channel)));
  }

  private void end(Tokens.Token token) {
    ledger.run(
        tx ->
            Tokens.end(
                tx, Caller.system(), Agents.find(tx, token.agent()).orElseThrow(), token.id()));
  }

  /** Returns the world of the call: the agent's channel, empty input and no terminal. */
  private World world(
      Call call, String token, ByteArrayOutputStream out, ByteArrayOutputStream err) {
    World world = session.world();
    Map<String, String> environment = new TreeMap<>(world.environment());
    environment.put(SocietyCommand.TOKEN_VARIABLE, token);
    environment.put(NodeHome.VARIABLE, ledger.node().home().root().toString());
    environment.put(Session.BUSY_WAIT_VARIABLE, "0");
    return new World(
        environment,
        ledger.node().home().root(),
        InputStream.nullInputStream(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        () -> false,
        world.disk(),
        world.clock(),
        world.random(),
        CallOrigin.approved(call.request().channel(), call.request().id()));
  }
}
