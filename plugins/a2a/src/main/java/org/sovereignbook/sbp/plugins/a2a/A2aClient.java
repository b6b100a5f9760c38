package org.sovereignbook.sbp.plugins.a2a;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.httpserver.ClientAddress;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.peer.server.RouteRequest;
import org.sovereignbook.sbp.plugins.a2a.client.PeerProof;

/**
 * Client that asks.
 *
 * @param key whose tasks it sees: its principal; of the unknown with a hash of the address
 * @param isKnown whether it has proved to be somebody that the node knows; all others share limits
 * @param token the hash of the token that proves it, if one does
 */
record A2aClient(String key, Principal principal, boolean isKnown, Optional<String> token) {
  /** Channel of the identities of clients, and of what they cause. */
  static final String CHANNEL = "a2a";

  private static final String BEARER = "bearer ";
  private static final String PREFIX = "sbpx_";
  private static final int TOKEN_BYTES = 32;

  /**
   * A bearer token, without its secret.
   *
   * @param client the principal of its client
   */
  record Token(String hash, String client, Instant createdAt, Instant expiresAt) {
    static final Rows<Token> ROWS = new Rows<>("a2a_token", Token.class);
  }

  /**
   * Identifies the client of a request.
   *
   * @throws A2aException when its proof is not good: it is not taken as unknown then
   */
  static A2aClient of(Transaction tx, RouteRequest request) {
    Optional<String> proof = request.header("authorization");
    if (proof.isEmpty()) {
      return unknown(request.client(), Principal.UNKNOWN);
    }
    return proof.get().toLowerCase(Locale.ROOT).startsWith(PeerProof.SCHEME)
        ? peer(tx, proof.get(), request)
        : proven(tx, proof.get());
  }

  private static A2aClient unknown(InetAddress address, Principal principal) {
    String hash = hash(ClientAddress.budgetKey(address)).substring(0, 32);
    return new A2aClient(Principal.UNKNOWN + ":" + hash, principal, false, Optional.empty());
  }

  private static A2aClient peer(Transaction tx, String proof, RouteRequest request) {
    PublicKey own = tx.node().keys().publicKey();
    return PeerProof.key(proof, request, own, new Timestamp(tx.now()))
        .map(key -> peer(tx, Principal.peer(key), request.client()))
        .orElseThrow(() -> A2aError.UNAUTHENTICATED.because("the proof is not good here"));
  }

  /** Anybody can make a key, so one that the node does not know proves no more than its address. */
  private static A2aClient peer(Transaction tx, Principal peer, InetAddress address) {
    PeerStanding standing = PeerStanding.of(tx, peer);
    return standing == PeerStanding.KNOWN
        ? new A2aClient(peer.text(), peer, true, Optional.empty())
        : unknown(address, standing == PeerStanding.BLOCKED ? peer : Principal.UNKNOWN);
  }

  /** A peer's standing with the node. */
  private enum PeerStanding {
    KNOWN,
    UNKNOWN,
    BLOCKED;

    static PeerStanding of(Transaction tx, Principal peer) {
      Requester requester = Entities.requester(tx, peer);
      return requester.tags().contains(Requester.TRUST + TrustState.BLOCKED)
          ? BLOCKED
          : requester.isUnknown() ? UNKNOWN : KNOWN;
    }
  }

  /** Returns whether what it has proved still holds. */
  boolean isInForce(Transaction tx) {
    return token.isPresent()
        ? token(tx, token.get()).isPresent()
        : !isKnown || PeerStanding.of(tx, principal) == PeerStanding.KNOWN;
  }

  private static A2aClient proven(Transaction tx, String proof) {
    boolean isBearer = proof.toLowerCase(Locale.ROOT).startsWith(BEARER);
    String hash = isBearer ? hash(proof.substring(BEARER.length()).strip()) : "";
    return token(tx, hash)
        .map(
            it ->
                new A2aClient(
                    it.client(), Principal.parse(it.client()), true, Optional.of(it.hash())))
        .orElseThrow(() -> A2aError.UNAUTHENTICATED.because("the token is not good here"));
  }

  private static Optional<Token> token(Transaction tx, String hash) {
    return Token.ROWS
        .first(tx, "WHERE hash = ?", hash)
        .filter(it -> TimeJudge.isInForce(ms(it.createdAt()), ms(it.expiresAt()), tx.nowMs()));
  }

  /** Returns a client by its key while it has a proof; none of the unknown. */
  static Optional<A2aClient> known(Transaction tx, String key) {
    Principal principal = Principal.parse(key);
    Optional<String> token =
        Token.ROWS.list(tx, "WHERE client = ?", key).stream()
            .map(Token::hash)
            .filter(hash -> token(tx, hash).isPresent())
            .findFirst();
    return Optional.of(new A2aClient(key, principal, true, token))
        .filter(it -> principal.peerKey().isPresent() || token.isPresent())
        .filter(it -> it.isInForce(tx));
  }

  private static long ms(Instant at) {
    return at.toEpochMilli();
  }

  private static String hash(String text) {
    return ContentHash.ofBytes(text.getBytes(StandardCharsets.UTF_8)).hex();
  }

  /**
   * Makes a token for a client.
   *
   * @return the token itself, which is stored as its hash
   */
  static String issue(Transaction tx, Principal client, Duration time, Authority by) {
    byte[] secret = new byte[TOKEN_BYTES];
    tx.node().random().nextBytes(secret);
    String token = PREFIX + Base64Url.encode(secret);
    tx.update("DELETE FROM a2a_token WHERE expires_ms <= ?", tx.nowMs());
    Token.ROWS.insert(
        tx, new Token(hash(token), client.text(), tx.now(), tx.now().plus(time)), tx.cause(by));
    return token;
  }

  /** Ends all tokens of a client. Returns how many were good. */
  static int revoke(Transaction tx, Principal client) {
    return tx.update("DELETE FROM a2a_token WHERE client = ?", client.text());
  }

  /**
   * Returns the principal of the client with this name: an entity, which is added when there is
   * none.
   *
   * @throws SocietyException {@code not-a-client} for a name of the owner or of an agent, and for
   *     the words that {@code open} has
   */
  static Principal findOrAdd(Transaction tx, String name, Authority by) {
    if (name.equals(Opening.EVERYBODY) || name.equals(Opening.PEERS)) {
      throw SocietyException.refused(
          "not-a-client",
          name + " is a word of open --for, not a client",
          "choose another name for the client");
    }
    EntityTable entities = new EntityTable(tx);
    EntityTable.Entity entity =
        entities
            .find(name)
            .orElseGet(() -> entities.add(EntityTable.Type.PERSON, name, Optional.empty(), by));
    if (entity.type() != EntityTable.Type.PERSON) {
      throw SocietyException.refused(
          "not-a-client",
          "%s is known as %s, which no token may act for"
              .formatted(PeerText.quote(name), entity.type()),
          "choose another name for the client");
    }
    entities.identify(entity, new EntityTable.Identity(CHANNEL, entity.id()), by);
    return Principal.person(entity.id());
  }

  /**
   * Returns the principal of a client that there is.
   *
   * @throws SocietyException {@code unknown-client}
   */
  static Principal named(Transaction tx, String name) {
    return find(tx, name)
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "unknown-client",
                    "no client is called " + PeerText.quote(name),
                    "make one, with its token:  sbp a2a token NAME",
                    "registered entities:  sbp entity list"));
  }

  /** Returns the principal of a client that there is. */
  static Optional<Principal> find(Transaction tx, String name) {
    return new EntityTable(tx)
        .find(name)
        .filter(one -> one.type() == EntityTable.Type.PERSON)
        .map(one -> Principal.person(one.id()));
  }

  /** Returns the entity of a client, as the subject of events. */
  static Subject subject(Principal client) {
    return new Subject("entity", client.text().substring("person:".length()));
  }
}
