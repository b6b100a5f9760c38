package org.sovereignbook.sbp.plugins.relay.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;
import org.sovereignbook.sbp.plugins.relay.wire.RelaySettings;
import org.sovereignbook.sbp.plugins.relay.wire.RelayToken;

/** The guests of this node, and those that may become guests. */
record GuestTable(Transaction tx) {
  private static final int TOKEN_BYTES = 24;
  private static final long BYTES_OF_MEGABYTE = 1_000_000;

  /** Limit for the requests of a guest that are remembered at once, 80 in each second. */
  static final int MOST_REQUESTS = 100_000;

  /** How long an invitation is good. */
  static final Duration INVITATION = Duration.ofDays(7);

  /**
   * Terms of a guest.
   *
   * @param until when it ends; empty for never
   */
  record Terms(int days, int megabytes, Optional<Instant> until) {
    long bytes() {
      return megabytes * BYTES_OF_MEGABYTE;
    }
  }

  /** An invitation, by the hash of its token. */
  record Invitation(
      String hash,
      int days,
      long bytes,
      Optional<Instant> until,
      Instant expires,
      Instant createdAt) {
    static final Rows<Invitation> ROWS = new Rows<>("relay_invitation", Invitation.class);
  }

  List<Guest> all() {
    return Guest.ROWS.list(tx, "ORDER BY created_ms, id");
  }

  Optional<Guest> find(String id) {
    return Guest.ROWS.first(tx, "WHERE id = ?", id);
  }

  Optional<Guest> of(PublicKey key) {
    return Guest.ROWS.first(tx, "WHERE public_key = ?", key.toString());
  }

  /** Returns whether anything is to be answered: there are guests, or invitations. */
  boolean isAny() {
    return tx.exists("SELECT 1 FROM relay_guest")
        || tx.exists("SELECT 1 FROM relay_invitation")
        || tx.config().get(RelaySettings.GUESTS) == RelaySettings.Guests.TRUSTED;
  }

  /** Lets a key become a guest, or changes what it gets. Returns whether anything has changed. */
  boolean host(PublicKey key, String name, Terms terms, Authority by) {
    Optional<Guest> known = of(key);
    if (known.isEmpty()) {
      insert(key, name, terms.days(), terms.bytes(), terms.until(), by);
      append("hosted", by, find(Guest.id(key)).orElseThrow());
      return true;
    }
    Guest guest = known.get();
    boolean isSame =
        guest.days() == terms.days()
            && guest.bytes() == terms.bytes()
            && guest.until().equals(terms.until().map(GuestTable::wholeMs))
            && guest.state(tx.now()) != Guest.State.GONE;
    if (isSame) {
      return false;
    }
    tx.update(
        "UPDATE relay_guest SET days = ?, bytes = ?, until_ms = ?, heard_ms = ? WHERE id = ?",
        terms.days(),
        terms.bytes(),
        terms.until().map(Instant::toEpochMilli),
        guest.state(tx.now()) == Guest.State.GONE ? tx.nowMs() : guest.heard().toEpochMilli(),
        guest.id());
    append("hosted", by, guest);
    return true;
  }

  private static Instant wholeMs(Instant at) {
    return Instant.ofEpochMilli(at.toEpochMilli());
  }

  private void insert(
      PublicKey key, String name, int days, long bytes, Optional<Instant> until, Authority by) {
    Guest guest = Guest.invited(key, name, days, bytes, until, tx.now());
    Guest.ROWS.insert(tx, guest, tx.cause(by));
  }

  /** Makes an invitation. Returns its token, which is stored as its hash. */
  String invite(Terms terms, Authority by) {
    byte[] secret = new byte[TOKEN_BYTES];
    tx.node().random().nextBytes(secret);
    String token = RelayToken.of(tx.node().identity().publicKey(), secret);
    tx.update("DELETE FROM relay_invitation WHERE expires_ms <= ?", tx.nowMs());
    Invitation.ROWS.insert(
        tx,
        new Invitation(
            hash(token),
            terms.days(),
            terms.bytes(),
            terms.until(),
            tx.now().plus(INVITATION),
            tx.now()),
        tx.cause(by));
    return token;
  }

  private static String hash(String token) {
    return ContentHash.ofBytes(token.getBytes(StandardCharsets.UTF_8)).hex();
  }

  /**
   * Lets a node come that may.
   *
   * @param token of an invitation, which is used up
   * @throws RelayRequest.RefusedException when it may not
   */
  Guest join(IdentityDocument identity, Optional<String> token) {
    PublicKey key = identity.publicKey();
    Optional<Guest> known = of(key).filter(one -> one.state(tx.now()) != Guest.State.GONE);
    Authority by = Authority.of(Principal.peer(key), "relay");
    if (known.isEmpty()) {
      Optional<Guest> successor = successor(key);
      if (successor.filter(one -> one.state(tx.now()) != Guest.State.GONE).isPresent()) {
        throw new RelayRequest.RefusedException(
            403, Code.RETIRED_KEY.toString(), "another key has succeeded this one");
      }
      forget(of(key));
      forget(successor);
      admit(identity, token, by);
    }
    Guest guest = of(key).orElseThrow();
    new Uploads(tx, guest).identity(identity.json(), key);
    tx.update(
        "UPDATE relay_guest SET joined = 1, left_ms = 0, heard_ms = ? WHERE id = ?",
        tx.nowMs(),
        guest.id());
    append("joined", by, guest);
    return find(guest.id()).orElseThrow();
  }

  private void admit(IdentityDocument identity, Optional<String> token, Authority by) {
    Optional<Invitation> invitation =
        token.flatMap(
            it ->
                Invitation.ROWS.first(
                    tx, "WHERE hash = ? AND expires_ms > ?", hash(it), tx.nowMs()));
    boolean isTrusted =
        tx.config().get(RelaySettings.GUESTS) == RelaySettings.Guests.TRUSTED
            && tx.trust(identity.publicKey()).equals(Optional.of(TrustState.TRUSTED));
    if (invitation.isPresent()) {
      Invitation one = invitation.get();
      tx.update("DELETE FROM relay_invitation WHERE hash = ?", one.hash());
      insert(identity.publicKey(), identity.name(), one.days(), one.bytes(), one.until(), by);
    } else if (isTrusted) {
      Terms usual =
          new Terms(
              tx.config().get(RelaySettings.DAYS),
              tx.config().get(RelaySettings.MEGABYTES),
              Optional.empty());
      insert(identity.publicKey(), identity.name(), usual.days(), usual.bytes(), usual.until(), by);
    } else {
      throw new RelayRequest.RefusedException(
          403, "not-invited", "this relay holds post only for nodes that its owner has invited");
    }
  }

  /** Returns the guest that came with a key and has replaced it by another one since. */
  Optional<Guest> successor(PublicKey key) {
    return find(Guest.id(key)).filter(one -> !one.publicKey().equals(key));
  }

  private void forget(Optional<Guest> gone) {
    gone.ifPresent(guest -> forget(guest.id()));
  }

  /** Ends an address, with all that is held for it. */
  boolean end(Guest guest, Authority by) {
    forget(guest.id());
    append("ended", by, guest);
    return true;
  }

  private void forget(String id) {
    for (String table : List.of("relay_post", "relay_object", "relay_nonce")) {
      tx.update("DELETE FROM " + table + " WHERE guest = ?", id);
    }
    tx.update("DELETE FROM relay_guest WHERE id = ?", id);
  }

  /** Forgets guests whose address has ended by itself. Returns how many. */
  int forgetGone() {
    List<Guest> gone =
        all().stream().filter(one -> one.state(tx.now()) == Guest.State.GONE).toList();
    gone.forEach(one -> end(one, Authority.SYSTEM));
    return gone.size();
  }

  /** Notes that a guest was heard of. */
  void heard(Guest guest) {
    tx.update("UPDATE relay_guest SET heard_ms = ? WHERE id = ?", tx.nowMs(), guest.id());
  }

  /**
   * Returns whether a request is new, and remembers it.
   *
   * @throws RelayRequest.RefusedException when more are remembered than any honest guest needs
   */
  boolean isNew(Guest guest, RelayRequest request) {
    tx.update(
        "DELETE FROM relay_nonce WHERE guest = ? AND at_ms < ?", guest.id(), oldestRequest(tx));
    boolean isFull =
        tx.exists(
            "SELECT 1 FROM relay_nonce WHERE guest = ? LIMIT 1 OFFSET " + (MOST_REQUESTS - 1),
            guest.id());
    if (isFull) {
      throw new RelayRequest.RefusedException(
          429, "too-many-requests", "too many requests of this guest within 21 minutes");
    }
    return tx.update(
            "INSERT INTO relay_nonce (guest, nonce, at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            guest.id(),
            request.nonce(),
            tx.nowMs())
        > 0;
  }

  private static long oldestRequest(Transaction tx) {
    return tx.nowMs() - 2 * RelayRequest.SLACK.toMillis() - Duration.ofMinutes(1).toMillis();
  }

  /** Forgets requests that are too old to be taken again. Returns how many. */
  static int forgetRequests(Transaction tx) {
    return tx.update("DELETE FROM relay_nonce WHERE at_ms < ?", oldestRequest(tx));
  }

  void leave(Guest guest) {
    tx.update("UPDATE relay_guest SET left_ms = ? WHERE id = ?", tx.nowMs(), guest.id());
    append("left", Authority.of(Principal.peer(guest.publicKey()), "relay"), guest);
  }

  private void append(String what, Authority by, Guest guest) {
    boolean _ =
        tx.append(
            LedgerEvent.of(
                "relay:" + tx.newId() + ":" + what, "relay." + what, by, guest.subject()));
  }
}
