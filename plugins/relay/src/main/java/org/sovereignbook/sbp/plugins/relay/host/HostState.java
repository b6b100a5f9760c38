package org.sovereignbook.sbp.plugins.relay.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.GuestAdmission;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Knowledge of the process that answers for guests beside the database: the budgets of each guest,
 * and who waits. Thread-safe.
 */
final class HostState {
  /** Messages for one guest that are read at the same time, so that there is place for others. */
  private static final int AT_ONCE = 8;

  private static final Duration SAVE_EVERY = Duration.ofMinutes(1);

  private final Map<String, Admitting> admissions = new ConcurrentHashMap<>();
  private final Map<String, String> stored = new ConcurrentHashMap<>();
  private final Wakeups wakeups = new Wakeups();
  private final Passages passages = new Passages();
  private final AtomicReference<Instant> saved = new AtomicReference<>(Instant.EPOCH);

  /** The admission of a guest, with its key as it is now. */
  private record Admitting(GuestAdmission admission, AtomicReference<PublicKey> key) {}

  static HostState of(Node node) {
    return node.kept().of(HostState.class, HostState::new);
  }

  Wakeups wakeups() {
    return wakeups;
  }

  Passages passages() {
    return passages;
  }

  GuestAdmission admission(Ledger ledger, Guest guest) {
    Admitting one = admissions.computeIfAbsent(guest.id(), _ -> admitting(ledger, guest));
    one.key().set(guest.publicKey());
    return one.admission();
  }

  private Admitting admitting(Ledger ledger, Guest guest) {
    AtomicReference<PublicKey> key = new AtomicReference<>(guest.publicKey());
    Node node = ledger.node();
    GuestAdmission admission =
        new GuestAdmission(
            node.config(),
            key::get,
            sender ->
                ledger
                    .<Optional<TrustState>>read(tx -> tx.trust(sender))
                    .orElse(TrustState.UNKNOWN),
            (envelope, body, address, _) -> {
              long free = node.disk().freeBytes(node.home().runtime());
              GuestAdmission.Fate kept =
                  ledger.write(
                      tx ->
                          new GuestTable(tx)
                              .find(guest.id())
                              .filter(now -> now.state(tx.now()) == Guest.State.HERE)
                              .map(now -> new Letters(tx).keep(now, envelope, body, address, free))
                              .orElseGet(HostState::gone));
              if (kept instanceof GuestAdmission.Fate.Stored) {
                wakeups.arrived(guest.id());
              }
              return kept;
            },
            node.clock(),
            AT_ONCE);
    ledger
        .<Optional<String>>read(tx -> budgets(tx, guest))
        .flatMap(text -> Checked.object(text.getBytes(StandardCharsets.UTF_8)).toOptional())
        .ifPresent(stored -> restore(admission, stored));
    return new Admitting(admission, key);
  }

  /** Takes up budgets; those that cannot be read start anew. */
  private static void restore(GuestAdmission admission, JsonObject stored) {
    boolean _ =
        ItemFault.orElse(
            () -> {
              admission.restore(stored);
              return true;
            },
            _ -> false);
  }

  private static GuestAdmission.Fate gone() {
    return new GuestAdmission.Fate.Full("guest-away", "this relay holds nothing for it now");
  }

  private static Optional<String> budgets(Transaction tx, Guest guest) {
    return tx
        .texts("SELECT budgets FROM relay_guest WHERE id = ? AND budgets IS NOT NULL", guest.id())
        .stream()
        .findFirst();
  }

  /** Stores the budgets of guests, once a minute and where they have changed. */
  void save(Ledger ledger, boolean running) {
    Instant now = ledger.node().clock().instant();
    if (isDue(saved.getAndUpdate(last -> isDue(last, now) ? now : last), now)) {
      // What cannot be stored of one guest is tried again, and costs the others nothing.
      admissions.forEach(
          (guest, one) -> {
            boolean _ = ItemFault.orElse(() -> save(ledger, guest, one, running), _ -> false);
          });
    }
  }

  private static boolean isDue(Instant last, Instant now) {
    return Duration.between(last, now).abs().compareTo(SAVE_EVERY) >= 0;
  }

  /** Returns whether they have changed; only what is stored counts as stored. */
  private boolean save(Ledger ledger, String guest, Admitting one, boolean running) {
    String now = JsonWriter.compact(one.admission().budgets(running));
    boolean isChanged = !now.equals(stored.get(guest));
    if (isChanged) {
      ledger.run(tx -> tx.update("UPDATE relay_guest SET budgets = ? WHERE id = ?", now, guest));
      Optional<String> _ = Optional.ofNullable(stored.put(guest, now));
    }
    return isChanged;
  }
}
