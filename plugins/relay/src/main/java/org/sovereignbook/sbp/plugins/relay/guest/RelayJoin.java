package org.sovereignbook.sbp.plugins.relay.guest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.ops.config.ConfigFile;
import org.sovereignbook.sbp.ops.config.EndpointCheck;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;
import org.sovereignbook.sbp.plugins.relay.wire.RelayToken;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp relay join}: another node holds the post of this one from now on. */
@Command(
    name = "join",
    description = "be reached by way of another node, which holds your post",
    footer = {
      "Your endpoint becomes an address of the relay, and your peers are told. Your own server"
          + " needs no door to the outside any more.",
      "The relay reads what passes through it, for messages are signed, not sealed. It cannot forge"
          + " any, and sees neither keys nor memory."
    })
@Example("sbp relay join https://relay.example.com")
@Prints(RelayJoin.Result.class)
@Exit(code = ExitCode.FAILED, means = "the relay cannot be reached, or refuses")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "this node has joined it")
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
@ForOwner
public final class RelayJoin extends WideningCommand<RelayJoin.Result> {
  private static final int TRIES = 15;
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
  private static final String EVERYWHERE = "0.0.0.0";
  private static final String HERE = "127.0.0.1";

  @Parameters(paramLabel = "URL", description = "the endpoint of the relay")
  String url = "";

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "the invitation; it is used up at once, and no secret afterwards")
  Optional<String> token = Optional.empty();

  @Option(names = "--token-file", paramLabel = "FILE", description = "a file with the invitation")
  Optional<Path> tokenFile = Optional.empty();

  @Option(
      names = "--spare",
      description = "keep the endpoint; the relay is one more, in case the other is silent")
  boolean spare;

  private Optional<Joined> joining = Optional.empty();

  /**
   * A relay that holds this node's post.
   *
   * @param changed whether it did not before
   */
  public record Result(RelayView relay, boolean changed) {}

  @Override
  protected void prepare(Session session) throws InterruptedException, IOException {
    Endpoint relay;
    try {
      relay = Endpoint.parse(url);
    } catch (IllegalArgumentException e) {
      throw CliException.wrong(
          String.valueOf(e.getMessage()), "sbp relay join https://relay.example.com");
    }
    Node node = session.node();
    Optional<String> invitation =
        tokenFile.isPresent() ? Optional.of(read(tokenFile.get())) : token;
    try (HttpPeerClient client = RelayCalls.client(node)) {
      RelayCalls calls = new RelayCalls(node, client);
      joining = Optional.of(askedSoon(node, calls, relay, invitation));
    } catch (RelayCalls.FailedException e) {
      throw failed(relay, e);
    }
  }

  private static String read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw CliException.wrong("there is no file " + file);
    }
    return Files.readString(file).strip();
  }

  private static CliException failed(Endpoint relay, RelayCalls.FailedException e) {
    String why = String.valueOf(e.getMessage());
    return switch (e.code()) {
      case "not-invited" ->
          failed(
              why,
              "ask its owner for an invitation (sbp relay host), then:  sbp relay join "
                  + relay
                  + " --token …");
      case "not-found" ->
          failed(
              relay + " is no relay, or has invited nobody yet",
              "its owner types:  sbp plugin on relay && sbp relay host");
      case RelayCalls.NOT_ASKED ->
          failed(
              "not joined: " + why,
              "for tests on one machine:  sbp config set network_config.allow_private_endpoints"
                  + " true");
      default ->
          e.status() > 0
              ? failed("not joined: " + why)
              : failed("not joined: " + why, "does it run? try:  curl " + relay + "/identity");
    };
  }

  private static CliException failed(String why, String... hints) {
    return new CliException(ExitCode.FAILED, why, hints);
  }

  /** Asks, and again while the relay's process for guests is only starting. */
  private static Joined askedSoon(
      Node node, RelayCalls calls, Endpoint relay, Optional<String> invitation)
      throws RelayCalls.FailedException, InterruptedException {
    Polling polling = new Polling(node.clock(), BETWEEN_TRIES);
    for (int i = 1; i < TRIES; i++) {
      try {
        return asked(node, calls, relay, invitation);
      } catch (RelayCalls.FailedException e) {
        if (!e.code().equals("feature-unavailable")) {
          throw e;
        }
        polling.pause();
      }
    }
    return asked(node, calls, relay, invitation);
  }

  private static Joined asked(
      Node node, RelayCalls calls, Endpoint relay, Optional<String> invitation)
      throws RelayCalls.FailedException, InterruptedException {
    IdentityDocument identity = calls.identity(relay);
    IdentityDocument own = node.identity();
    if (invitation.filter(it -> !RelayToken.isOf(it, identity.publicKey())).isPresent()) {
      throw CliException.wrong(
          "the invitation is not of " + relay + ", so it is not given to it",
          "ask the owner of " + relay + " for one:  sbp relay host");
    }
    if (identity.publicKey().equals(own.publicKey())) {
      throw CliException.wrong(relay + " is this node itself");
    }
    JsonObject request = JsonObject.empty().with("identity", own.json());
    JsonObject answer =
        calls.ask(
            relay,
            identity.publicKey(),
            RelayRequest.Operation.JOIN,
            invitation.map(it -> request.with("token", it)).orElse(request));
    Instant now = node.clock().instant();
    RelayTerms terms = RelayTerms.of(answer, 1, 0);
    Joined.Agreed agreed =
        new Joined.Agreed(
            address(answer, relay, own.publicKey()),
            terms,
            answer.integer("taken").orElse(0),
            calls.timeOf(answer));
    return Joined.now(relay, identity, agreed, own.endpoint(), now);
  }

  /** Returns the address that the relay gives, which must be its own. */
  private static Endpoint address(JsonObject answer, Endpoint relay, PublicKey own)
      throws RelayCalls.FailedException {
    String fingerprint = Fingerprint.of(own).toString();
    String expected = relay + "/x/relay/" + fingerprint.substring(fingerprint.indexOf(':') + 1);
    String given = answer.string("address").orElse("");
    boolean isKnownKey = given.matches(Pattern.quote(relay + "/x/relay/") + "[a-z2-7]{32}");
    if (!given.equals(expected) && !isKnownKey) {
      throw new RelayCalls.FailedException(
          "another-address",
          relay + " lends an address that is not below it; its own endpoint is another one");
    }
    try {
      return Endpoint.parse(given);
    } catch (IllegalArgumentException e) {
      throw new RelayCalls.FailedException(
          "another-address", relay + " lends no valid address: " + String.valueOf(e.getMessage()));
    }
  }

  @Override
  protected Result work(Transaction tx, Caller caller) {
    Joined wanted = joining.orElseThrow();
    JoinedRelays relays = new JoinedRelays(tx);
    Optional<Joined> known = relays.find(wanted.relay());
    if (known.filter(one -> !one.ended()).isPresent()) {
      return new Result(RelayView.of(tx, known.get()), false);
    }
    known.ifPresent(one -> relays.remove(one, caller.authority()));
    Optional<Joined> other = relays.all().stream().findFirst();
    relays.insert(wanted, caller.authority());
    other.or(() -> known).ifPresent(one -> relays.givesBack(wanted, one));
    if (wanted.waiting() > 0) {
      relays.formerWhole(wanted.relay()).ifPresent(then -> relays.wholeAt(wanted, then));
    }
    return new Result(RelayView.of(tx, relays.find(wanted.relay()).orElseThrow()), true);
  }

  @Override
  protected ExitCode show(Output output, Result result) {
    Node node = session().node();
    RelayView relay = result.relay();
    try (Ledger ledger = session().ledger(node)) {
      JoinedRelays.renew(ledger);
      if (result.changed()) {
        remember(ledger);
        closeServer(ledger, output);
      }
      if (!spare) {
        try (ExclusiveStore held = session().betweenSteps(node, "relay")) {
          boolean _ = OwnEndpoint.set(held, ledger, relay.address());
        }
      }
      try (Store store = session().store(node)) {
        Optional<Integer> _ = GuestWork.once(ledger, store, output::log);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return ExitCode.INTERRUPTED;
      }
      RelayView now =
          ledger
              .<Optional<Joined>>read(tx -> new JoinedRelays(tx).find(relay.relay()))
              .map(one -> ledger.<RelayView>read(tx -> RelayView.of(tx, one)))
              .orElse(relay);
      return told(output, new Result(now, result.changed()));
    }
  }

  private ExitCode told(Output output, Result result) {
    RelayView relay = result.relay();
    output.line((result.changed() ? "joined " : "this node has joined ") + relay.relay());
    output.line("its address there: " + relay.address());
    output.line(
        "post is held for %d days of silence%s"
            .formatted(relay.days(), relay.untilAt().map(end -> ", and until " + end).orElse("")));
    relay.problem().ifPresent(why -> output.warning(why));
    EndpointCheck.plain(relay.relay()).ifPresent(output::warning);
    output.note("the relay reads what passes; it can forge nothing, and sees no keys");
    output.note("the next delivery tells your peers:  sbp deliver");
    return output.done(result, result.changed());
  }

  /** Remembers what has come directly, so that the relay cannot bring it once more. */
  private void remember(Ledger ledger) {
    try (Store store = session().store(ledger.node())) {
      ledger.run(
          tx ->
              store
                  .keys(SeenEnvelopes.ENVELOPES)
                  .forEach(hash -> new JoinedRelays(tx).see(hash, "", tx.now())));
    }
  }

  /** Lets the server listen on this machine only, where it listened everywhere. */
  private static void closeServer(Ledger ledger, Output output) {
    Node node = ledger.node();
    if (node.config().get(ServerSettings.BIND).equals(EVERYWHERE)) {
      ledger.run(
          tx ->
              tx.update(
                  "UPDATE relay_joined SET former_bind = ? WHERE former_bind IS NULL", EVERYWHERE));
      bind(node, HERE);
      output.note("the server listens on this machine only now (server.bind)");
    }
  }

  static void bind(Node node, String address) {
    new ConfigFile(node)
        .edit(ServerSettings.BIND.key(), (text, path) -> text.with(path, new JsonString(address)));
  }
}
