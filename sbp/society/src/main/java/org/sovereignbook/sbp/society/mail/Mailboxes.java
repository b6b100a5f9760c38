package org.sovereignbook.sbp.society.mail;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ahead;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.MailReceipt;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The mailboxes of the agents and of the owner. Mail is given one at a time under a lease, and
 * given again after the lease unless it was acknowledged. Mail for an earlier incarnation of the
 * agent and expired mail are never given.
 */
public final class Mailboxes {
  /** The owner's mailbox; an agent's mailbox is named after its id. */
  static final String OWNER = AgentMail.OWNER;

  private static final Pattern ID_BEGINNING = Pattern.compile("[0-9a-f]{1,64}");
  static final String UNHANDLED = "state IN ('delivered', 'read')";
  private static final String WAITING = "to_box = ? AND " + UNHANDLED;

  private Mailboxes() {}

  private static String free(Transaction tx) {
    return WAITING + " AND " + isFree(tx);
  }

  private static String isFree(Transaction tx) {
    Duration lease = tx.node().config().get(MailSettings.LEASE);
    return "(lease_until_ms IS NULL OR NOT " + Ahead.isAhead("lease_until_ms", lease) + ")";
  }

  /** Counts the mails to be handled in all mailboxes. */
  public static int unhandled(Transaction tx) {
    return (int) tx.number("SELECT COUNT(*) FROM mail WHERE " + UNHANDLED);
  }

  /** Returns the mail that waits in the owner's mailbox, the newest first. Changes nothing. */
  public static List<Mail> ofOwner(Transaction tx, int most) {
    return Mail.ROWS.list(tx, "WHERE " + WAITING + " ORDER BY number DESC LIMIT ?", OWNER, most);
  }

  /** Counts the mails that wait in the owner's mailbox. */
  public static int unhandledOfOwner(Transaction tx) {
    return (int) tx.number("SELECT COUNT(*) FROM mail WHERE " + WAITING, OWNER);
  }

  /** Returns the caller's mailbox. */
  static String box(Caller caller) {
    return caller.agent().map(agent -> agent.id().hex()).orElse(OWNER);
  }

  /** Returns the mailbox of an agent, or the owner's for any other principal. */
  static String box(Principal principal) {
    return principal.agentId().orElse(OWNER);
  }

  /** Returns the caller's name in addresses. */
  static String name(Caller caller) {
    return caller.agent().map(Agent::name).orElse(OWNER);
  }

  /**
   * Returns the mail that waits for the caller, oldest first; with {@code all} also handled and
   * ended mail.
   */
  public static List<Mail> received(Transaction tx, Caller caller, boolean all, int most) {
    return all
        ? received(tx, caller, Optional.empty(), most).reversed()
        : waiting(tx, caller, Optional.empty(), most);
  }

  /** Returns the caller's received mail before a number, newest first. */
  public static List<Mail> received(
      Transaction tx, Caller caller, Optional<Long> before, int most) {
    Overdue.end(tx, box(caller));
    return Mail.ROWS.list(
        tx,
        "WHERE to_box = ? AND number < ? ORDER BY number DESC LIMIT ?",
        box(caller),
        before.orElse(Long.MAX_VALUE),
        most);
  }

  /** Returns the mail that waits for the caller after a number, oldest first. */
  public static List<Mail> waiting(Transaction tx, Caller caller, Optional<Long> after, int most) {
    Overdue.end(tx, box(caller));
    return Mail.ROWS.list(
        tx,
        "WHERE " + WAITING + " AND number > ? ORDER BY number LIMIT ?",
        box(caller),
        after.orElse(0L),
        most);
  }

  /** Returns the authorities with which a mail was written. */
  public static List<Authority> authorities(Transaction tx, Mail mail) {
    return tx.authorities("SELECT authority_id FROM mail WHERE id = ?", mail.id());
  }

  /** Returns whether a mail can be given to the caller. Changes nothing. */
  public static boolean isAnyFree(Transaction tx, Caller caller) {
    return tx.exists("SELECT 1 FROM mail WHERE " + free(tx), box(caller), tx.nowMs());
  }

  /** Returns whether a mail of this type can be given to the caller. Changes nothing. */
  public static boolean isAnyFree(Transaction tx, Caller caller, MailType type) {
    return tx.exists(
        "SELECT 1 FROM mail WHERE " + free(tx) + " AND type = ?",
        box(caller),
        tx.nowMs(),
        type.toString());
  }

  /** Returns whether a shutdown mail waits for this incarnation of an agent. */
  public static boolean isShutDown(Transaction tx, Agent agent) {
    return tx.exists(
        "SELECT 1 FROM mail WHERE " + WAITING + " AND type = ? AND to_epoch = ?",
        agent.id().hex(),
        MailType.SHUTDOWN.toString(),
        agent.epoch());
  }

  /** Ends the leases of an agent's earlier process, so that its next process gets that mail. */
  public static void giveAgain(Transaction tx, Agent agent) {
    tx.update("UPDATE mail SET lease_until_ms = NULL WHERE " + WAITING, agent.id().hex());
  }

  /** Returns the caller's sent mail, oldest first. */
  public static List<Mail> sent(Transaction tx, Caller caller, int most) {
    return sent(tx, caller, Optional.empty(), most).reversed();
  }

  /** Returns the caller's sent mail before a number, newest first. */
  public static List<Mail> sent(Transaction tx, Caller caller, Optional<Long> before, int most) {
    Overdue.end(tx, box(caller));
    return Mail.ROWS.list(
        tx,
        "WHERE from_box = ? AND number < ? ORDER BY number DESC LIMIT ?",
        box(caller),
        before.orElse(Long.MAX_VALUE),
        most);
  }

  /**
   * Gives the caller the next mail under a lease: a shutdown first, then the oldest mail of this
   * node, then mail of peers in turns. Mails of one sender always come in the order of sending.
   */
  public static Optional<Mail> next(Transaction tx, Caller caller) {
    Overdue.end(tx, box(caller));
    String box = box(caller);
    Optional<Mail> oldest =
        Mail.ROWS.first(
            tx,
            "WHERE "
                + free(tx)
                + " ORDER BY CASE WHEN type = 'shutdown' THEN 0 WHEN way = 'in' THEN 2 ELSE 1 END,"
                + " turn, number",
            box,
            tx.nowMs());
    if (oldest.isEmpty()) {
      return Optional.empty();
    }
    Optional<Mail> first =
        Mail.ROWS.first(
            tx,
            "WHERE " + free(tx) + " AND sender = ? AND type = ? ORDER BY seq, number",
            box,
            tx.nowMs(),
            oldest.get().sender(),
            oldest.get().type().toString());
    return first.isPresent() ? give(tx, caller, first.get()) : Optional.empty();
  }

  /**
   * Gives the caller this mail under a lease, as {@link #next}. Sent and ended mail is returned
   * without a lease.
   */
  public static Mail read(Transaction tx, Caller caller, String id) {
    Overdue.end(tx, box(caller));
    Mail mail = find(tx, caller, id);
    boolean isOwn = mail.addresses().toBox().equals(Optional.of(box(caller)));
    if (!isOwn || mail.state().isEnd()) {
      return mail;
    }
    return give(tx, caller, mail)
        .orElseThrow(() -> refused("leased", mail, "is being read by another process"));
  }

  private static Optional<Mail> give(Transaction tx, Caller caller, Mail mail) {
    long until = tx.nowMs() + tx.node().config().get(MailSettings.LEASE).toMillis();
    int given =
        tx.update(
            "UPDATE mail SET state = 'read', fence = fence + 1, lease_until_ms = ?"
                + " WHERE id = ? AND fence = ?"
                + " AND "
                + isFree(tx),
            until,
            mail.id(),
            mail.handling().fence(),
            tx.nowMs());
    if (given == 0) {
      return Optional.empty();
    }
    Receipts.leave(tx, mail, MailReceipt.Kind.READ, Optional.empty());
    emit(tx, caller.authority(), mail, "read:" + (mail.handling().fence() + 1), "mail.read");
    return Mail.find(tx, mail.id());
  }

  /**
   * Acknowledges a mail, so that it is not given again. Repeating this changes nothing.
   *
   * @param fence of the reading that is acknowledged; a superseded fence is refused
   * @return whether it was not acknowledged before
   */
  public static boolean acknowledge(
      Transaction tx, Caller caller, String id, Optional<Long> fence) {
    Overdue.end(tx, box(caller));
    Mail mail = find(tx, caller, id);
    if (!mail.addresses().toBox().equals(Optional.of(box(caller)))) {
      throw refused("not-yours", mail, "can be acknowledged only by its recipient");
    }
    if (fence.filter(given -> given != mail.handling().fence()).isPresent()) {
      throw refused("stale-lease", mail, "was given again since; read it again");
    }
    if (mail.state() == MailState.HANDLED) {
      return false;
    }
    if (mail.state().isEnd()) {
      throw refused(
          "ended",
          mail,
          mail.state() + mail.handling().reason().map(why -> " (" + why + ")").orElse(""));
    }
    end(tx, mail, MailReceipt.Kind.HANDLED, Optional.empty());
    emit(tx, caller.authority(), mail, "handled", "mail.handled");
    return true;
  }

  /** Returns a mail that the caller has received or sent, by its id or the beginning of its id. */
  public static Mail find(Transaction tx, Caller caller, String given) {
    List<Mail> found =
        ID_BEGINNING.matcher(given).matches()
            ? Mail.ROWS.list(
                tx,
                "WHERE id LIKE ? AND (to_box = ? OR from_box = ?) ORDER BY id LIMIT 2",
                given + "%",
                box(caller),
                box(caller))
            : List.of();
    if (found.size() == 1 || found.stream().anyMatch(mail -> mail.id().equals(given))) {
      return found.getFirst();
    }
    throw new SocietyException(
        found.isEmpty() ? SocietyException.Kind.NOT_FOUND : SocietyException.Kind.WRONG,
        found.isEmpty() ? "unknown-mail" : "ambiguous-mail",
        (found.isEmpty() ? "no such mail of " : "several mails of ")
            + name(caller)
            + ": "
            + PeerText.quote(given),
        "what there is:  sbp mail list --all");
  }

  /** Ends a mail that this node received. */
  static void end(Transaction tx, Mail mail, MailReceipt.Kind how, Optional<String> reason) {
    tx.update(
        "UPDATE mail SET state = ?, reason = ?, lease_until_ms = NULL WHERE id = ?",
        MailState.of(how).toString(),
        reason,
        mail.id());
    Receipts.leave(tx, mail, how, reason);
    if (how != MailReceipt.Kind.HANDLED) {
      emit(tx, Authority.SYSTEM, mail, how.toString(), "mail." + how);
    }
  }

  static void emit(Transaction tx, Authority by, Mail mail, String what, String kind) {
    tx.append(
        LedgerEvent.of("mail:" + mail.id() + ":" + what, kind, by, mail.subject())
            .with(JsonObject.builder().put("type", mail.type().toString()).build()));
  }

  private static SocietyException refused(String code, Mail mail, String why) {
    return SocietyException.refused(
        code, "mail " + mail.id() + " " + why, "what waits:  sbp mail list");
  }
}
