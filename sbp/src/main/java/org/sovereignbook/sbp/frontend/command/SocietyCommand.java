package org.sovereignbook.sbp.frontend.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * A subcommand about the node's society: agents, tasks, mail. Who calls is the agent whose token is
 * in {@code SBP_AGENT_TOKEN}, else the owner, who may act for an agent. It goes through the one
 * choke point ({@link Permissions#run}) as a tool of its own name, {@code task_claim} for {@code
 * sbp task claim}, in one transaction; what it says is printed once that is kept.
 *
 * @param <R> what the transaction gives
 */
public abstract class SocietyCommand<R> extends NodeCommand {
  public static final String TOKEN_VARIABLE = "SBP_AGENT_TOKEN";

  public static final String AS = "--as";

  private static final Set<String> HAVE_VALUES = Set.of(AS, "--home");

  @Option(
      names = AS,
      paramLabel = "AGENT",
      description = "the agent to act for; a process that is one has its token in SBP_AGENT_TOKEN")
  Optional<String> as = Optional.empty();

  private String command = "";
  private List<String> line = List.of();
  private Optional<Session> running = Optional.empty();

  /** Says how it was called: by what name, and with which words behind it. */
  public final void isCalled(String name, List<String> words) {
    command = name;
    line = words;
  }

  @Override
  public final boolean isPlain() {
    return true;
  }

  @Override
  public ExitCode run(Session session) throws Exception {
    SqliteDatabase.expect();
    running = Optional.of(session);
    requireOwner(session, this, call(session));
    requireKnown(session, call(session));
    prepared(session);
    try (Ledger ledger = session.ledger(session.node())) {
      requireProof(session, ledger);
      R result = Permissions.run(ledger, call(session), this::worked);
      if (ledger.read(HandOver::isWaiting)) {
        session.handOver(ledger);
      }
      return show(session.output(), result);
    }
  }

  /** Asks the owner for a proof, if it calls and the call widens anything. */
  protected void requireProof(Session session, Ledger ledger) {
    if (this instanceof Widening command && token(session.world()).isEmpty()) {
      new OwnerPresence(session).requireProof(ledger, call(session), command);
    }
  }

  /** What it cannot be done for is told to those only who may do it: it may say what is here. */
  private void prepared(Session session) throws Exception {
    try {
      prepare(session);
    } catch (RuntimeException e) {
      // Not caught by name, or every command of the program would load these classes.
      boolean isSaid =
          e instanceof CliException
              || (e instanceof SocietyException && !(e instanceof CapabilityDenied));
      if (isSaid && !isOwnerTyping(session.world())) {
        try (Ledger ledger = session.ledger(session.node())) {
          boolean _ = Permissions.run(ledger, call(session), (_, _) -> true);
        }
      }
      throw e;
    }
  }

  /** What a further command must say, too, to be the same caller's. */
  protected final String sameCaller() {
    return as.map(name -> " " + AS + " " + name).orElse("");
  }

  /** In what it is run. */
  protected final Session session() {
    return running.orElseThrow();
  }

  /** What takes its time before the transaction, such as reading standard input. */
  protected void prepare(Session session) throws Exception {}

  /** The work, all or nothing. May be run more than once, so it changes nothing else. */
  protected abstract R work(Transaction tx, Caller caller);

  /** What is shown is noted in the same transaction, so that nothing is shown without a note. */
  private R worked(Transaction tx, Caller caller) {
    R result = work(tx, caller);
    List<Authority> causes = shown(tx, result);
    if (!causes.isEmpty()) {
      caller.isShown(tx, tool(), causes);
    }
    return result;
  }

  /** Returns the authorities of the text that is shown; of a tool that shows text of others. */
  protected List<Authority> shown(Transaction tx, R result) {
    return List.of();
  }

  /** What is said of it, when it is kept. */
  protected abstract ExitCode show(Output output, R result);

  /** The name under which it is permitted. */
  protected String tool() {
    return tool(command);
  }

  /** Returns the words of a command behind the program's. */
  public static String command(CommandSpec spec) {
    String words = spec.qualifiedName(" ");
    return words.substring(words.indexOf(' ') + 1);
  }

  /** Returns the name as a tool of a command, given by its words without the program's name. */
  public static String tool(String command) {
    return command.replace(' ', '_').replace('-', '_');
  }

  /** This call, as the choke point asks about it. */
  protected final ToolCall call(Session session) {
    return new ToolCall(
        tool(),
        arguments(command, line),
        session.world().origin().channel(),
        as,
        token(session.world()));
  }

  /**
   * Returns a call of any command, as the choke point asks about it.
   *
   * @param command its words without the program's name
   */
  public static ToolCall call(Session session, String command, List<String> words) {
    return new ToolCall(
        tool(command),
        arguments(command, words),
        session.world().origin().channel(),
        Optional.empty(),
        token(session.world()));
  }

  /** Returns the words behind a command as they were typed. */
  public static List<String> words(CommandSpec spec) {
    return spec.commandLine().getParseResult().originalArgs();
  }

  private static JsonObject arguments(String command, List<String> line) {
    List<String> words = new ArrayList<>(List.of(command.split(" ", -1)[0]));
    words.addAll(plain(line));
    try {
      return JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(words)).build();
    } catch (IllegalArgumentException e) {
      throw CliException.wrong(command + ": a word of the command line is no Unicode text");
    }
  }

  /** Without who calls, where, and how it is printed: the same call is known by the same words. */
  private static List<String> plain(List<String> words) {
    List<String> plain = new ArrayList<>();
    boolean isValue = false;
    for (String word : words) {
      boolean isAside = word.equals(OutputOptions.JSON) || word.matches("(--as|--home)=.*");
      if (!isValue && !isAside && !HAVE_VALUES.contains(word)) {
        plain.add(word);
      }
      isValue = !isValue && HAVE_VALUES.contains(word);
    }
    return plain;
  }

  /** Whether the owner types: then a command that is none of the society passes no gate. */
  public static boolean isOwnerTyping(World world) {
    return token(world).isEmpty() && world.origin().equals(CallOrigin.PROCESS);
  }

  /**
   * Refuses a caller without a token of which nobody can know that no agent has started it, while
   * agents hold tokens. With the owner's passphrase it is the owner.
   */
  public static void requireKnown(Session session, ToolCall call) {
    Optional<String> hidden = session.world().origin().hidden();
    if (hidden.isEmpty() || call.token().isPresent()) {
      return;
    }
    Optional<Ledger> society = session.nodeIfAny().flatMap(session::ledgerIfAny);
    if (society.isEmpty()) {
      return;
    }
    try (Ledger ledger = society.get()) {
      if (ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).hasAgents())) {
        new OwnerPresence(session).requirePassphrase(ledger, call, hidden.get());
      }
    }
  }

  /** Refuses an agent what is {@link ForOwner}; of a command with a node that is written down. */
  public static void requireOwner(Session session, Subcommand command, ToolCall call) {
    // The owner, who types most, need not wait until annotations are read.
    if (call.token().isPresent() && command.getClass().isAnnotationPresent(ForOwner.class)) {
      requireOwner(session, call);
    }
  }

  /** Refuses an agent, whatever it may. */
  public static void requireOwner(Session session, ToolCall call) {
    if (call.token().isEmpty()) {
      return;
    }
    String why = "only the owner may do this, not an agent";
    Optional<Ledger> society = session.nodeIfAny().flatMap(session::ledgerIfAny);
    if (society.isEmpty()) {
      throw CliException.refused(why);
    }
    try (Ledger ledger = society.get()) {
      throw Permissions.refuse(ledger, call, why);
    }
  }

  /** The token of the agent that this process is, if it is one. */
  public static Optional<String> token(World world) {
    return Optional.ofNullable(world.environment().get(TOKEN_VARIABLE))
        .filter(token -> !token.isBlank());
  }
}
