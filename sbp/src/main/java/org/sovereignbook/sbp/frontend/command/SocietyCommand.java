package org.sovereignbook.sbp.frontend.command;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.ProofRule;
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
 * A subcommand about the node's society: agents, tasks, mail. The caller is the agent whose token
 * is in {@code SBP_AGENT_TOKEN}, or else the owner, who may act for an agent. The call is
 * authorized by {@link Permissions#run} as the tool of its name, {@code task_claim} for {@code sbp
 * task claim}, in one transaction; its result is printed after the commit.
 *
 * @param <R> the result of the transaction
 */
public abstract class SocietyCommand<R> extends NodeCommand {
  public static final String TOKEN_VARIABLE = "SBP_AGENT_TOKEN";

  public static final String AS = "--as";

  private static final String OWNER_ONLY = "only the owner may do this, not an agent";

  private static final Set<String> HAVE_VALUES = Set.of(AS, "--home");

  @Option(
      names = AS,
      paramLabel = "AGENT",
      description = "the agent to act for; a process that is one has its token in SBP_AGENT_TOKEN")
  Optional<String> as = Optional.empty();

  private String command = "";
  private List<String> line = List.of();
  private Optional<Session> running = Optional.empty();

  /** Sets the name of the command and the words after it. */
  public final void isCalled(String name, List<String> words) {
    command = name;
    line = words;
  }

  @Override
  public final boolean isPlain() {
    return true;
  }

  /** Its document is its result, if that is a record and no {@link Prints} names another. */
  @Override
  public Contract contract() {
    Contract declared = super.contract();
    return declared.documents().isEmpty() && result(getClass()) instanceof Class<?> result
        ? Contract.prints(result).exits(declared.exits())
        : declared;
  }

  /** Returns the type of the result of a command, from the nearest class that states one. */
  private static Type result(Class<?> command) {
    return command.getGenericSuperclass() instanceof ParameterizedType stated
        ? stated.getActualTypeArguments()[0]
        : result(command.getSuperclass());
  }

  @Override
  public ExitCode run(Session session) throws Exception {
    SqliteDatabase.expect();
    running = Optional.of(session);
    ToolCall call = call(session);
    requireOwner(session, this, call);
    requireKnown(session, call, given());
    prepared(session);
    try (Ledger ledger = session.ledger(session.node())) {
      requireProof(session, ledger);
      R result = Permissions.run(ledger, call, this::worked);
      if (ledger.read(HandOver::isWaiting)) {
        session.handOver(ledger);
      }
      return show(session.output(), result);
    }
  }

  private OwnerOptions given() {
    return this instanceof Widening command ? command.asOwner() : new OwnerOptions();
  }

  /** Asks the owner for a proof, if it is the caller and the call widens a permission. */
  protected void requireProof(Session session, Ledger ledger) {
    if (this instanceof Widening command && token(session.world()).isEmpty()) {
      new OwnerPresence(session).requireProof(ledger, call(session), command);
    }
  }

  /**
   * Prepares the call. Its error is shown only to callers with the permission, because it may
   * reveal what is here.
   */
  private void prepared(Session session) throws Exception {
    try {
      prepare(session);
    } catch (RuntimeException e) {
      // Not caught by name, because every command of the program would load these classes.
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

  /** Returns the option that a further command needs to have the same caller. */
  protected final String sameCaller() {
    return as.map(name -> " " + AS + " " + name).orElse("");
  }

  /** Returns the session of the call. */
  protected final Session session() {
    return running.orElseThrow();
  }

  /** Does slow work before the transaction, such as reading standard input. */
  protected void prepare(Session session) throws Exception {}

  /**
   * Does the work in one transaction, all or nothing. May be run more than once, so it changes
   * nothing else.
   */
  protected abstract R work(Transaction tx, Caller caller);

  /**
   * Does the work and records the shown texts in the same transaction, so that none is shown
   * without a record.
   */
  private R worked(Transaction tx, Caller caller) {
    R result = work(tx, caller);
    List<Authority> causes = shown(tx, result);
    if (!causes.isEmpty()) {
      caller.isShown(tx, tool(), causes);
    }
    return result;
  }

  /** Returns the authorities of the texts that are shown; for a tool that shows texts of others. */
  protected List<Authority> shown(Transaction tx, R result) {
    return List.of();
  }

  /** Prints the result after the commit. */
  protected abstract ExitCode show(Output output, R result);

  /** Returns the name under which it is authorized: {@code sbp task} is {@code task_list}. */
  protected String tool() {
    boolean isFamily = command.indexOf(' ') < 0;
    String list = isFamily ? tool(command + " list") : "";
    return DeclaredTools.isDeclared(list) ? list : tool(command);
  }

  /** Returns the words of a command without the program's name. */
  public static String command(CommandSpec spec) {
    String words = spec.qualifiedName(" ");
    return words.substring(words.indexOf(' ') + 1);
  }

  /** Returns the name as a tool of a command, given by its words without the program's name. */
  public static String tool(String command) {
    return DeclaredTools.nameOf(command.replace(' ', '_').replace('-', '_'));
  }

  /** Returns this call for its authorization. */
  protected final ToolCall call(Session session) {
    return new ToolCall(
        tool(),
        arguments(command, line),
        session.world().origin().channel(),
        as,
        token(session.world()),
        session.world().origin().request());
  }

  /**
   * Returns a call of any command for its authorization.
   *
   * @param command its words without the program's name
   */
  public static ToolCall call(Session session, String command, List<String> words) {
    return new ToolCall(
        tool(command),
        arguments(command, words),
        session.world().origin().channel(),
        Optional.empty(),
        token(session.world()),
        session.world().origin().request());
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

  /**
   * Returns the words without the caller, the node and the output format: equal calls have equal
   * words.
   */
  private static List<String> plain(List<String> words) {
    List<String> plain = new ArrayList<>();
    boolean isValue = false;
    for (String word : words) {
      boolean isAside =
          word.equals(OutputOptions.JSON)
              || HAVE_VALUES.stream().anyMatch(option -> word.startsWith(option + "="));
      if (!isValue && !isAside && !HAVE_VALUES.contains(word)) {
        plain.add(word);
      }
      isValue = !isValue && HAVE_VALUES.contains(word);
    }
    return plain;
  }

  /** Returns whether the owner is typing: then commands outside the society are not checked. */
  public static boolean isOwnerTyping(World world) {
    return !world.environment().containsKey(TOKEN_VARIABLE) && world.origin().isPlainProcess();
  }

  /**
   * Refuses a caller without a token, while agents hold tokens, if it may have been started by an
   * agent. With a proof it is the owner; a terminal is none here.
   */
  public static void requireKnown(Session session, ToolCall call, OwnerOptions given) {
    Optional<String> hidden = session.world().origin().hidden();
    if (hidden.isEmpty() || call.token().isPresent()) {
      return;
    }
    Optional<Ledger> society = session.nodeIfAny().flatMap(session::ledgerIfAny);
    if (society.isEmpty()) {
      return;
    }
    try (Ledger ledger = society.get()) {
      if (ledger.<Boolean>read(tx -> new ProofRule(tx).hasTokens())) {
        String why = "agents hold tokens, and " + hidden.get();
        new OwnerPresence(session)
            .require(
                ledger, call, new OwnerPresence.Demand(ProofRule.Proof.PASSPHRASE, why, given));
      }
    }
  }

  /**
   * Refuses an agent a command with {@link ForOwner}; if the command has a node, the refusal is
   * written to its audit log.
   */
  public static void requireOwner(Session session, Subcommand command, ToolCall call) {
    // Reading annotations is slow, so that the owner, the most frequent caller, skips it.
    if (call.token().isPresent() && command.getClass().isAnnotationPresent(ForOwner.class)) {
      requireOwner(session, call);
    }
  }

  /** Refuses a call for an agent, by the owner, too. */
  protected static void requireNoAgent(Caller caller) {
    if (caller.agent().isPresent()) {
      throw CliException.refused(OWNER_ONLY);
    }
  }

  /** Refuses an agent, whatever its rights. */
  public static void requireOwner(Session session, ToolCall call) {
    if (call.token().isEmpty()) {
      return;
    }
    Optional<Ledger> society = session.nodeIfAny().flatMap(session::ledgerIfAny);
    if (society.isEmpty()) {
      throw CliException.refused(OWNER_ONLY);
    }
    try (Ledger ledger = society.get()) {
      throw Permissions.refuse(ledger, call, OWNER_ONLY);
    }
  }

  /**
   * Returns the agent's token in this process, if it is an agent's.
   *
   * @throws SocietyException {@code empty-token}: a script whose variable holds nothing is not the
   *     owner
   */
  public static Optional<String> token(World world) {
    Optional<String> token = Optional.ofNullable(world.environment().get(TOKEN_VARIABLE));
    if (token.filter(String::isBlank).isPresent()) {
      throw SocietyException.refused(
          "empty-token",
          TOKEN_VARIABLE + " is set and empty, so it is not clear who calls",
          "to be an agent:  export " + TOKEN_VARIABLE + "=…, from sbp agent token NAME",
          "to be the owner:  unset " + TOKEN_VARIABLE);
    }
    return token;
  }
}
