package org.sovereignbook.sbp.plugins.a2a.client;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a add}: makes an agent of somebody else known, by its card. */
@Command(
    name = "add",
    description = "know an agent of others, which can be given work",
    footer = {
      "Its key is remembered. When its card has another one later, rotations must lead to it, or"
          + " you say so again:",
      "  sbp a2a add URL --name NAME --key KEY"
    })
@Example("sbp a2a add https://agents.example.com --name translator")
@Prints(A2aAdd.Added.class)
@Exit(code = ExitCode.FAILED, means = "there is no card that can be read")
@Exit(
    code = ExitCode.NOT_VALID,
    means = "the card's signature does not verify, or its key is not the one that was expected")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it is known like that")
@ForOwner
public final class A2aAdd extends WideningCommand<A2aAdd.Added> {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,35}");
  private static final int MAX_SAYS = 2_000;
  private static final int USUAL_SENDS = 50;

  @Parameters(
      paramLabel = "URL",
      description = "the address of its node, of the agent, or of its card")
  String url = "";

  @Option(names = "--name", paramLabel = "NAME", description = "your name for it")
  Optional<String> name = Optional.empty();

  @Option(
      names = "--agent",
      paramLabel = "WORD",
      description = "which of the card's agents: its tenant, or the last word of its address")
  Optional<String> agent = Optional.empty();

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "the key that must sign the card; none for a card without a signature")
  Optional<String> key = Optional.empty();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "a file with the token for it, read at each call")
  Optional<Path> tokenFile = Optional.empty();

  @Option(
      names = "--token-env",
      paramLabel = "NAME",
      description = "the environment variable with the token for it")
  Optional<String> tokenVariable = Optional.empty();

  @Option(
      names = "--daily",
      paramLabel = "N",
      description = "how many messages it is sent in a day at most (" + USUAL_SENDS + ")")
  @Range.Of(min = 1, max = 100_000)
  Optional<Integer> daily = Optional.empty();

  private Optional<RemoteCard> card = Optional.empty();
  private Optional<String> tokenFrom = Optional.empty();

  /**
   * An agent of others that is known now.
   *
   * @param key signs its card; empty when the card has no signature
   * @param signature verified or none
   * @param changed whether it was not known like that
   */
  record Added(
      String name,
      String url,
      Optional<String> tenant,
      Optional<PublicKey> key,
      String signature,
      int dailySends,
      boolean changed) {}

  @Override
  protected void prepare(Session session) throws InterruptedException {
    if (name.filter(it -> !NAME.matcher(it).matches()).isPresent()) {
      throw CliException.wrong(
          "--name: expected at most 36 small letters, digits and hyphens, got '"
              + name.get()
              + "'");
    }
    URI at = RemoteCard.address(url);
    Node node = session.node();
    boolean isLocal = HttpConfig.from(node.config()).allowPrivateEndpoints();
    if (!isLocal && !String.valueOf(at.getScheme()).equals("https")) {
      throw CliException.refused("expected an address with https://, got '" + url + "'");
    }
    tokenFrom =
        tokenFile
            .map(file -> RemoteTokens.inFile(session.world().workingFolder().resolve(file)))
            .or(() -> tokenVariable.map(RemoteTokens::inVariable));
    try (HttpPeerClient client = CardFetch.client(node)) {
      card = Optional.of(RemoteCard.read(new CardFetch(client, token(session, node)), at));
    }
  }

  private Optional<String> token(Session session, Node node) {
    try {
      return new RemoteTokens(node, session.world().environment()).read(tokenFrom);
    } catch (RemoteAnswer.Malformed e) {
      throw CliException.wrong(String.valueOf(e.getMessage()));
    }
  }

  private static String word(Optional<PublicKey> of) {
    return of.map(PublicKey::toString).orElse(KnownAgent.NO_KEY);
  }

  @Override
  protected Added work(Transaction tx, Caller caller) {
    RemoteCard read = card.orElseThrow();
    RemoteCard.Place place = place(read);
    KnownAgents agents = new KnownAgents(tx);
    String called = name.orElseGet(() -> slug(place.word()));
    Optional<KnownAgent> before = agents.find(called);
    requireKey(tx, before, read);
    KnownAgent known = known(tx, caller, called, before, place);
    boolean isSame =
        before
            .filter(one -> read(one, known.saysId(), known).equals(known))
            .filter(one -> tx.text(one.saysId()).equals(tx.text(known.saysId())))
            .isPresent();
    before.ifPresent(one -> tx.forget(one.saysId()));
    agents.put(known, before.isEmpty() ? "added" : "changed", caller.authority());
    return new Added(
        known.name(),
        known.url(),
        Optional.of(known.tenant()).filter(it -> !it.isEmpty()),
        read.key(),
        read.key().isPresent() ? "verified" : "none",
        known.dailySends(),
        !isSame);
  }

  /** Returns what was known with the times and the text of now, which do not count as a change. */
  private static KnownAgent read(KnownAgent before, String saysId, KnownAgent now) {
    return new KnownAgent(
        before.name(),
        before.card(),
        before.publicKey(),
        before.strangeKey(),
        before.worker(),
        before.url(),
        before.binding(),
        before.tenant(),
        before.streams(),
        before.takesProof(),
        before.tokenFrom(),
        before.dailySends(),
        saysId,
        before.addedAt(),
        now.readAt());
  }

  private RemoteCard.Place place(RemoteCard read) {
    List<RemoteCard.Place> places = read.places();
    Optional<RemoteCard.Place> found =
        places.stream()
            .filter(
                place ->
                    agent.isPresent()
                        ? place.word().equals(agent.get())
                        : places.size() == 1 || url.startsWith(place.url()))
            .findFirst();
    if (found.isEmpty() && places.isEmpty()) {
      throw new CliException(
          ExitCode.NOT_VALID,
          "the card names no agent that speaks version 1.0 over JSON-RPC or HTTP+JSON");
    }
    return found.orElseThrow(
        () ->
            CliException.wrong(
                "the card has several agents; say which: --agent "
                    + places.stream()
                        .map(RemoteCard.Place::word)
                        .collect(Collectors.joining(" | "))));
  }

  /** Returns a name made of a word of the card. */
  private static String slug(String word) {
    String small = word.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String trimmed = small.replaceAll("^-+|-+$", "");
    return trimmed.isEmpty() ? "agent" : trimmed.substring(0, Math.min(trimmed.length(), 36));
  }

  private void requireKey(Transaction tx, Optional<KnownAgent> before, RemoteCard read) {
    String now = word(read.key());
    boolean isFollowed =
        before.isEmpty()
            || isSameAgent(before.get(), read)
            || KeyWatch.isFollowed(tx, before.get(), read);
    if (key.isPresent() ? key.get().equals(now) : isFollowed) {
      return;
    }
    throw key.isPresent()
        ? new CliException(
            ExitCode.NOT_VALID, "the key of the card is " + now + ", not " + key.get())
        : new CliException(
            ExitCode.NOT_VALID,
            "%s was known with the key %s at %s; this card has the key %s, and no rotation leads there"
                .formatted(
                    before.orElseThrow().name(),
                    before.orElseThrow().publicKey().orElse(KnownAgent.NO_KEY),
                    before.orElseThrow().card(),
                    now),
            "if you know that it is right:  sbp a2a add %s --name %s --key %s"
                .formatted(url, before.orElseThrow().name(), now));
  }

  /** Returns whether its key, or for want of one its host, says that an agent is the one before. */
  private static boolean isSameAgent(KnownAgent before, RemoteCard read) {
    return before.publicKey().equals(read.key().map(PublicKey::toString))
        && (read.key().isPresent() || RemoteCard.isSameHost(before.cardUrl(), read.at()));
  }

  private KnownAgent known(
      Transaction tx,
      Caller caller,
      String called,
      Optional<KnownAgent> before,
      RemoteCard.Place place) {
    RemoteCard read = card.orElseThrow();
    Optional<String> token =
        tokenFrom.or(
            () ->
                before
                    .filter(one -> RemoteCard.isSameHost(one.cardUrl(), read.at()))
                    .flatMap(KnownAgent::tokenFrom));
    if (token.isPresent() && !RemoteCard.isSameHost(read.at(), URI.create(place.url()))) {
      throw SocietyException.refused(
          "another-host",
          "a token is for the host of the card, and its agent is at " + place.url(),
          "without a token:  sbp a2a remove %s, then add it again".formatted(called));
    }
    return new KnownAgent(
        called,
        read.at().toString(),
        read.key().map(PublicKey::toString),
        Optional.empty(),
        before
            .filter(one -> isSameAgent(one, read))
            .map(KnownAgent::worker)
            .orElseGet(() -> new KnownAgents(tx).principal(called, read.key(), caller.authority())),
        place.url(),
        place.binding(),
        place.tenant(),
        read.streams(),
        read.takesProof(),
        token,
        daily.or(() -> before.map(KnownAgent::dailySends)).orElse(USUAL_SENDS),
        tx.keep(new Subject("a2a_agent", called), "says", says(read, place)),
        before.map(KnownAgent::addedAt).orElse(tx.now()),
        tx.now());
  }

  private static String says(RemoteCard read, RemoteCard.Place place) {
    String description = read.json().string("description").orElse("");
    boolean isAlone = read.places().size() == 1;
    String skill =
        read.json().array("skills").stream()
            .flatMap(skills -> skills.objects().stream())
            .filter(one -> isAlone || one.string("id").filter(place.word()::equals).isPresent())
            .flatMap(one -> one.string("description").stream())
            .collect(Collectors.joining("; "));
    return Cut.beginning((skill.isBlank() ? description : skill).strip(), MAX_SAYS);
  }

  @Override
  protected ExitCode show(Output output, Added added) {
    output.line("name:       " + added.name());
    output.line("url:        " + added.url());
    output.line("key:        " + added.key().map(PublicKey::toString).orElse("-"));
    output.line("signature:  " + added.signature());
    if (added.key().isEmpty()) {
      output.note("nothing but its address says who answers there");
    }
    output.note("give it work:  sbp a2a send " + added.name() + " TEXT");
    return output.done(added, added.changed());
  }
}
