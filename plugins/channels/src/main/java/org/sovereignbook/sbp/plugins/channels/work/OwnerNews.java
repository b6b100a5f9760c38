package org.sovereignbook.sbp.plugins.channels.work;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.web.WebSettings;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.model.judgment.DailyLimits;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.health.DailyDigest;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.society.status.OwnersTurn;
import org.sovereignbook.sbp.society.status.SocietyStatus;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/**
 * News that the node itself sends to its owner by channels: alarms, requests that wait, and the
 * digest of the day before. Each is queued once.
 */
record OwnerNews(Session session, Node node, Ledger ledger) {
  /** Problems that alarm although the node works. */
  private static final Set<String> ALARMING =
      Set.of(
          "models", "budget", "disk", "lost", "clock", "society", "store", "agents", "config",
          "key");

  private static final Map<String, String> VIEWS =
      Map.of("now", "what happens now", "access", "requests", "cost", "costs");

  private static final String STOLEN = "somebody else may hold that key";

  /**
   * Part of a limit at which the budget is spent: the next call may need more than what is left.
   */
  private static final double SPENT = 0.95;

  /** Row of the table {@code channel_alarm}. */
  private record Alarm(
      @Rows.Key String what, String text, Instant since, Optional<Instant> goneAt) {
    static final Rows<Alarm> ROWS =
        new Rows<>("channel_alarm", Alarm.class, Map.of("since", "since_ms"));
  }

  /** State of the node, read before the transaction, because it is in files. */
  private record Look(Health health, List<OwnersTurn> waits, List<WaitingRequest> drafts) {}

  /** Queues what is due; alarms first and by themselves, so that nothing else costs one. */
  public void queue() {
    List<Account> all = ledger.read(tx -> new Accounts(tx).all());
    if (all.stream().noneMatch(one -> one.alarms() || one.digest())) {
      return;
    }
    Look look = look();
    ledger.run(tx -> alarms(tx, all, look.health()));
    ledger.run(tx -> requests(tx, all, look.drafts()));
    digest(all, look).ifPresent(made -> ledger.run(tx -> digest(tx, all, made, look)));
  }

  private Look look() {
    LlmStatus llm = LlmStatus.of(node, name -> session.isMetered(node, name));
    List<Health.Reason> ofSociety = new ArrayList<>(ledger.read(SocietyStatus::reasons));
    budget(llm).ifPresent(ofSociety::add);
    List<OwnersTurn> waits = new ArrayList<>(ledger.<List<OwnersTurn>>read(OwnersTurn::of));
    try (Store store = session.store(node)) {
      List<WaitingRequest> drafts =
          new Approvals(node, store).pending().stream().map(WaitingRequest::ofDraft).toList();
      waits.addAll(OwnersTurn.of(node, store));
      Health health = Health.of(node, store, llm).and(ofSociety).and(stolen(store));
      return new Look(health, List.copyOf(waits), drafts);
    } catch (StoreException e) {
      return new Look(
          Health.withoutStore(node, String.valueOf(e.getMessage()), llm).and(ofSociety),
          waits,
          List.of());
    }
  }

  private static Optional<Health.Reason> budget(LlmStatus llm) {
    DailyLimits limits = llm.limits();
    CallLedger.Spending used = llm.today();
    List<String> spent = new ArrayList<>();
    if (isSpent((double) used.calls(), (double) limits.calls(), 1)) {
      spent.add("llm.daily_call_limit");
    }
    if (isSpent((double) used.tokens(), (double) limits.tokens(), SPENT)) {
      spent.add("llm.daily_token_limit");
    }
    if (isSpent(used.cost().doubleValue(), limits.cost().doubleValue(), SPENT)) {
      spent.add("llm.daily_cost_limit");
    }
    return spent.stream()
        .findFirst()
        .map(
            limit ->
                Health.attention(
                    "budget",
                    "the models' budget of this day (UTC) is spent: "
                        + llm.beside().orElse(limits.toString()),
                    "sbp config set " + limit + " NUMBER"));
  }

  private static boolean isSpent(double used, double limit, double part) {
    return limit > 0 && used >= limit * part;
  }

  /** Returns what the log of today and yesterday says about keys that somebody else may hold. */
  private List<Health.Reason> stolen(Store store) {
    LocalDate today = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
    return store.lines(LogFile.OPS).stream()
        .filter(line -> line.contains(STOLEN))
        .filter(
            line ->
                line.contains("] " + today + "T") || line.contains("] " + today.minusDays(1) + "T"))
        .reduce((_, last) -> last)
        .map(line -> line.replaceFirst("^\\[[^]]*] \\S+ ", ""))
        .map(text -> Health.attention("key", PeerText.plain(text), "sbp log --ops"))
        .stream()
        .toList();
  }

  private void alarms(Transaction tx, List<Account> all, Health health) {
    List<Health.Reason> now =
        health.reasons().stream()
            .filter(one -> one.severity() == Health.State.DOWN || ALARMING.contains(one.what()))
            .toList();
    for (Health.Reason reason : now) {
      Optional<Alarm> known = Alarm.ROWS.first(tx, "WHERE what = ?", reason.what());
      if (known.isEmpty()) {
        Alarm alarm = new Alarm(reason.what(), reason.text(), tx.now(), Optional.empty());
        Alarm.ROWS.insert(tx, alarm);
        alarm(
            tx,
            all,
            alarm,
            "",
            name() + ": " + reason.text(),
            "%s.\n\n- noticed: %s\n- to do: `%s`\n\nYou get one more message when it is over."
                .formatted(reason.text(), new Timestamp(tx.now()), reason.remedy()));
      } else if (known.get().goneAt().isPresent()) {
        tx.update("UPDATE channel_alarm SET gone_ms = NULL WHERE what = ?", reason.what());
      }
    }
    for (Alarm alarm : Alarm.ROWS.list(tx, "ORDER BY what")) {
      if (now.stream().noneMatch(reason -> reason.what().equals(alarm.what()))) {
        gone(tx, all, alarm);
      }
    }
  }

  /** Ends an alarm once its problem has been gone for a while. */
  private void gone(Transaction tx, List<Account> all, Alarm alarm) {
    long pauseMs = tx.config().get(ChannelsSettings.ALARM_MINUTES) * 60_000L;
    if (alarm.goneAt().isEmpty()) {
      tx.update("UPDATE channel_alarm SET gone_ms = ? WHERE what = ?", tx.nowMs(), alarm.what());
    }
    if (tx.nowMs() - alarm.goneAt().orElse(tx.now()).toEpochMilli() >= pauseMs) {
      tx.update("DELETE FROM channel_alarm WHERE what = ?", alarm.what());
      alarm(
          tx,
          all,
          alarm,
          ":over",
          "over: " + name() + ": " + alarm.text(),
          "Over since %s: %s"
              .formatted(new Timestamp(alarm.goneAt().orElse(tx.now())), alarm.text()));
    }
  }

  private void alarm(
      Transaction tx, List<Account> all, Alarm alarm, String end, String subject, String text) {
    for (Account account : all) {
      if (account.alarms()) {
        String once =
            "alarm:%s:%s:%d".formatted(account.name(), alarm.what(), alarm.since().toEpochMilli());
        List<String> refs =
            end.isEmpty()
                ? List.of()
                : tx.texts("SELECT id FROM channel_outbox WHERE once = ?", once);
        toOwner(tx, account, once + end, OutboxRow.Kind.ALARM, subject, text + links("now"), refs);
      }
    }
  }

  /** Queues a message for each request and draft: its id and a link, nothing that approves. */
  private void requests(Transaction tx, List<Account> all, List<WaitingRequest> drafts) {
    for (WaitingRequest one : waiting(tx, drafts)) {
      String text =
          "%s:\n\n`%s`\n\n%sIts id is %s. Answer it on the page or at your terminal: `%s`. An answer to this message does not approve it.%s"
              .formatted(
                  one.asks(),
                  one.detail(),
                  one.why().isEmpty() ? "" : "It waits for you because " + one.why() + ".\n\n",
                  one.id(),
                  OwnersTurn.REQUESTS,
                  links("access"));
      for (Account account : all) {
        if (account.alarms()) {
          toOwner(
              tx,
              account,
              "request:%s:%s".formatted(account.name(), one.id()),
              OutboxRow.Kind.MESSAGE,
              "%s: %s, and waits for your answer".formatted(name(), one.asks()),
              text,
              List.of());
        }
      }
    }
  }

  private static List<WaitingRequest> waiting(Transaction tx, List<WaitingRequest> drafts) {
    return Stream.concat(WaitingRequest.of(tx).stream(), drafts.stream()).toList();
  }

  private String name() {
    return PeerText.plain(node.identityAsWritten().name());
  }

  /** Makes the digest of yesterday, if one is due that was not queued before. */
  private Optional<DailyDigest> digest(List<Account> all, Look look) {
    ZonedDateTime now = node.clock().instant().atZone(zone());
    LocalDate yesterday = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC).minusDays(1);
    boolean isTime = now.getHour() >= node.config().get(ChannelsSettings.DIGEST_HOUR);
    boolean isNew =
        ledger.read(
            tx ->
                all.stream()
                    .anyMatch(
                        one ->
                            isForDay(one, yesterday)
                                && !tx.exists(
                                    "SELECT 1 FROM channel_outbox WHERE once = ?",
                                    once(one, yesterday.toString()))));
    if (!isTime || !isNew) {
      return Optional.empty();
    }
    try (Store store = session.store(node)) {
      return Optional.of(DailyDigest.of(node, store, yesterday, look.health()));
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  private ZoneId zone() {
    return AccessSettings.zone(node.config());
  }

  /** Returns whether the channel was there on that day. */
  private static boolean isForDay(Account account, LocalDate day) {
    return account.digest()
        && !LocalDate.ofInstant(account.createdAt(), ZoneOffset.UTC).isAfter(day);
  }

  private static String once(Account account, String day) {
    return "digest:%s:%s".formatted(account.name(), day);
  }

  private void digest(Transaction tx, List<Account> all, DailyDigest digest, Look look) {
    DigestText made =
        new DigestText(tx, digest, look.health(), look.waits(), waiting(tx, look.drafts()));
    String text =
        made.text() + links("now", "access", "cost") + "\n\nAnswer this message to talk about it.";
    for (Account account : all) {
      if (isForDay(account, LocalDate.parse(digest.day()))) {
        toOwner(
            tx,
            account,
            once(account, digest.day()),
            OutboxRow.Kind.DIGEST,
            made.subject(name()),
            text,
            List.of());
      }
    }
  }

  /** Returns a line with links to views of the page. */
  private String links(String... views) {
    String base = node.config().get(ChannelsSettings.LINK);
    int port = node.config().get(WebSettings.PORT);
    String page = base.isEmpty() ? "http://127.0.0.1:" + port + "/" : base;
    return "\n\n"
        + Stream.of(views)
            .map(view -> "[%s](%s#%s)".formatted(VIEWS.getOrDefault(view, view), page, view))
            .collect(Collectors.joining(" · "));
  }

  private static void toOwner(
      Transaction tx,
      Account account,
      String once,
      OutboxRow.Kind kind,
      String subject,
      String text,
      List<String> refs) {
    Optional<String> _ =
        new ChannelOutbox(tx)
            .add(
                new OutboxRow.NewMessage(
                    account.name(),
                    Optional.of(once),
                    kind,
                    account.ownerAddress(),
                    false,
                    subject,
                    text,
                    refs,
                    Optional.empty()),
                Authority.SYSTEM);
  }
}
