package org.sovereignbook.sbp.plugins.channels;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelAdapter;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelOption;
import org.sovereignbook.sbp.plugins.channels.work.Account;
import org.sovereignbook.sbp.plugins.channels.work.Accounts;
import org.sovereignbook.sbp.plugins.channels.work.ChannelLines;
import org.sovereignbook.sbp.plugins.channels.work.ChannelMark;
import org.sovereignbook.sbp.plugins.channels.work.ChannelOutbox;
import org.sovereignbook.sbp.plugins.channels.work.ChannelSecrets;
import org.sovereignbook.sbp.plugins.channels.work.ChannelTrial;
import org.sovereignbook.sbp.plugins.channels.work.OutboxRow;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp channel add}: adds a channel, tests it both ways, and greets the owner by it. */
@Command(
    name = "add",
    description = "add a channel; asks at a terminal for what is missing",
    footer = {
      "A password is never given on the command line: it is asked for without being shown,",
      "--password-env names a variable, --password-file a file that only you can read,",
      "--token-command a program that prints an OAuth2 token. Mail:  sbp channel add email --imap"
          + " HOST:993 --smtp HOST:465 --user AGENT@HOST",
      "--password-env VARIABLE --owner YOU@HOST --authserv-id HOST. Messages that --owner writes"
          + " act with your rights, when the server of",
      "--authserv-id proves their sender."
    })
@Example({"sbp channel add folder --path channel --owner me"})
@Exit(
    code = ExitCode.REFUSED,
    means = "there is one of this name, or an option is missing or wrong")
@Exit(code = ExitCode.NOT_VALID, means = "it is added, and its test failed")
@ForOwner
final class ChannelAdd extends WideningCommand<ChannelAdd.Added> {
  private static final String TAKEN =
      "another name:  sbp channel add %s NAME; or first:  sbp channel remove %s";
  private static final String NAME = "[a-z0-9][a-z0-9_-]{0,31}";

  @Parameters(
      index = "0",
      paramLabel = "KIND",
      description = "email, matrix, xmpp, folder, or a plugin's")
  String kind = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "what it is called here (default: the kind)")
  Optional<String> name = Optional.empty();

  @Option(names = "--imap", paramLabel = "HOST:PORT", description = "the server of the mailbox")
  Optional<String> imap = Optional.empty();

  @Option(names = "--smtp", paramLabel = "HOST:PORT", description = "the server that sends")
  Optional<String> smtp = Optional.empty();

  @Option(names = "--server", paramLabel = "URL|HOST:PORT", description = "the server of a chat")
  Optional<String> server = Optional.empty();

  @Option(names = "--path", paramLabel = "FOLDER", description = "of the kind folder")
  Optional<String> path = Optional.empty();

  @Option(names = "--user", paramLabel = "USER", description = "the account of the agent")
  Optional<String> user = Optional.empty();

  @Option(names = "--from", paramLabel = "ADDRESS", description = "its address, if not --user")
  Optional<String> from = Optional.empty();

  @Option(names = "--password-env", paramLabel = "VARIABLE", description = "has the password")
  Optional<String> passwordEnv = Optional.empty();

  @Option(names = "--password-file", paramLabel = "FILE", description = "has the password")
  Optional<Path> passwordFile = Optional.empty();

  @Option(names = "--token-command", paramLabel = "COMMAND", description = "prints an OAuth2 token")
  Optional<String> tokenCommand = Optional.empty();

  @Option(names = "--owner", paramLabel = "ADDRESS", description = "your own address there")
  Optional<String> owner = Optional.empty();

  @Option(
      names = "--authserv-id",
      paramLabel = "NAME",
      description = "the name by which your mail server signs Authentication-Results")
  Optional<String> authservId = Optional.empty();

  @Option(names = "--no-alarms", description = "send no alarms and requests by it")
  boolean noAlarms;

  @Option(names = "--no-digest", description = "send no morning digest by it")
  boolean noDigest;

  @Option(
      names = "--no-test",
      description =
          "contact no server now; mails count from now on, other messages from the first contact")
  boolean noTest;

  private Optional<Account> account = Optional.empty();

  /**
   * A new channel.
   *
   * @param greeting the id of the first message to the owner, which waits in the outbox
   * @param test the outcome of its test; empty without one
   */
  record Added(
      String name,
      String kind,
      String owner,
      Optional<String> greeting,
      Optional<ChannelTrial.Tried> test) {}

  @Override
  protected void prepare(Session session) throws IOException, InterruptedException {
    String called = name.orElse(kind);
    if (!called.matches(NAME)) {
      throw CliException.wrong("a name has at most 32 lower-case letters, digits, - and _");
    }
    requireFree(session, called);
    ChannelLines lines = new ChannelLines(session, session.node());
    try {
      ChannelAdapter adapter = lines.adapter(kind);
      Map<String, String> options = options(session, adapter);
      Account made =
          Account.of(
              new Account.Wanted(
                  called,
                  kind,
                  options,
                  secret(session, adapter, called, options),
                  owner(session, options),
                  !noAlarms,
                  !noDigest),
              adapter.capabilities().maxBytes(),
              session.node().clock().instant());
      new ChannelMark(session.node()).add(called, tokenCommand);
      try (ChannelLine line = lines.open(made)) {
        Account ready =
            adapter.placeAt(session.node().clock().instant()).map(made::from).orElse(made);
        account = Optional.of(noTest ? ready : here(line, ready));
      }
    } catch (ChannelException e) {
      throw CliException.refused(e.getMessage());
    } catch (PluginException e) {
      throw CliException.refused(e.getMessage(), "every plugin there is:  sbp plugin list");
    }
  }

  /** Takes messages from now on; a server that does not answer shows in the test. */
  private static Account here(ChannelLine line, Account made) throws InterruptedException {
    try {
      return made.from(line.receive(Optional.empty(), (_, _) -> {}));
    } catch (ChannelException e) {
      return made;
    }
  }

  private Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    imap.ifPresent(it -> given.put("imap", it));
    smtp.ifPresent(it -> given.put("smtp", it));
    server.ifPresent(it -> given.put("server", it));
    path.ifPresent(it -> given.put("path", it));
    user.ifPresent(it -> given.put("user", it));
    from.ifPresent(it -> given.put("from", it));
    authservId.ifPresent(it -> given.put("authserv-id", it));
    return given;
  }

  /** Returns the options of the adapter; asks for those that it needs and that are missing. */
  private Map<String, String> options(Session session, ChannelAdapter adapter) throws IOException {
    Map<String, String> options = new LinkedHashMap<>(given());
    List<String> known = adapter.options().stream().map(ChannelOption::name).toList();
    for (String each : options.keySet()) {
      if (!known.contains(each)) {
        throw CliException.wrong(
            "a channel of the kind %s has no --%s; it has --%s"
                .formatted(kind, each, String.join(", --", known)));
      }
    }
    for (ChannelOption option : adapter.options()) {
      if (option.isNeeded() && !options.containsKey(option.name())) {
        options.put(option.name(), asked(session, "--" + option.name(), option.meaning()));
      }
    }
    // Other processes, in other folders, read it again.
    options.computeIfPresent("path", (_, at) -> session.world().path(Path.of(at)).toString());
    return options;
  }

  private static String asked(Session session, String option, String meaning) throws IOException {
    Question question = new Question(session);
    String answer = question.canBeAsked() ? question.ask(meaning + ":") : "";
    if (answer.isBlank()) {
      throw CliException.refused(option + " is missing: " + meaning);
    }
    return answer;
  }

  private String owner(Session session, Map<String, String> options) throws IOException {
    String address =
        owner.isPresent()
            ? owner.get()
            : asked(session, "--owner", "your own address, to which the agent writes");
    String own = options.getOrDefault("from", options.getOrDefault("user", ""));
    if (address.equalsIgnoreCase(own)) {
      throw CliException.wrong(
          "--owner is your own address, not the agent's, which never answers itself");
    }
    return address;
  }

  /** Refuses a name that is taken, before anything of that channel is asked or changed. */
  private void requireFree(Session session, String called) {
    boolean isTaken =
        session
            .ledgerIfAny(session.node())
            .map(
                ledger -> {
                  try (ledger) {
                    return ledger.<Boolean>read(tx -> new Accounts(tx).find(called).isPresent());
                  }
                })
            .orElse(false);
    if (isTaken) {
      throw CliException.refused("there is a channel " + called, TAKEN.formatted(kind, called));
    }
  }

  private JsonObject secret(
      Session session, ChannelAdapter adapter, String called, Map<String, String> options)
      throws IOException {
    if (passwordEnv.isPresent()) {
      return ChannelSecrets.env(passwordEnv.get());
    }
    if (passwordFile.isPresent()) {
      return ChannelSecrets.file(session.world().path(passwordFile.get()));
    }
    if (tokenCommand.isPresent()) {
      return ChannelSecrets.command();
    }
    return adapter.options().stream().anyMatch(one -> one.name().equals("user"))
        ? typed(session, called, options.getOrDefault("user", ""))
        : ChannelSecrets.none();
  }

  /** Asks for a password, which is not shown, and keeps it in a file that only the owner reads. */
  private static JsonObject typed(Session session, String called, String of) throws IOException {
    Question question = new Question(session);
    String password =
        question.canBeAsked()
            ? question.askSecretly(
                "the password or token of %s (not shown; kept in a file that only you can read):"
                    .formatted(PeerText.plain(of)))
            : "";
    if (password.isBlank()) {
      throw CliException.refused(
          "--password-env, --password-file or --token-command is missing: where the password of"
              + " the account is");
    }
    Path file = ChannelSecrets.kept(session.node(), called);
    session.node().disk().writePrivate(file, password.strip().getBytes(StandardCharsets.UTF_8));
    return ChannelSecrets.file(file);
  }

  @Override
  protected Added work(Transaction tx, Caller caller) {
    Account made = account.orElseThrow();
    Accounts accounts = new Accounts(tx);
    if (accounts.find(made.name()).isPresent()) {
      throw SocietyException.refused(
          "channel-taken", "there is a channel " + made.name(), TAKEN.formatted(kind, made.name()));
    }
    accounts.add(made, caller.authority());
    Optional<String> greeting =
        new ChannelOutbox(tx)
            .add(
                new OutboxRow.NewMessage(
                    made.name(),
                    Optional.empty(),
                    OutboxRow.Kind.MESSAGE,
                    made.ownerAddress(),
                    false,
                    "your agent can write to you",
                    "Your agent writes to you here from now on. Answer this message to talk with"
                        + " it.",
                    List.of(),
                    Optional.empty()),
                caller.authority());
    return new Added(made.name(), kind, made.ownerAddress(), greeting, Optional.empty());
  }

  @Override
  protected ExitCode show(Output output, Added added) {
    output.line("%s is a channel to %s".formatted(added.name(), added.owner()));
    Optional<ChannelTrial.Tried> test = noTest ? Optional.empty() : tested();
    test.ifPresent(outcome -> outcome.lines().forEach(output::line));
    boolean failed = test.filter(outcome -> outcome.problem().isPresent()).isPresent();
    if (failed) {
      output.line("mend it there, then:  sbp channel test " + added.name());
      output.line(
          "what you gave here was wrong:  sbp channel remove %s, and add it again"
              .formatted(added.name()));
    } else {
      output.line("the first message to you waits; sbp up sends it, or:  sbp channel run --once");
    }
    output.json(new Added(added.name(), kind, added.owner(), added.greeting(), test));
    return failed ? ExitCode.NOT_VALID : ExitCode.DONE;
  }

  private Optional<ChannelTrial.Tried> tested() {
    ChannelLines lines = new ChannelLines(session(), session().node());
    try {
      return Optional.of(new ChannelTrial(lines, session().node()).run(account.orElseThrow()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
