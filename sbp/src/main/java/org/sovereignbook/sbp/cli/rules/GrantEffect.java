package org.sovereignbook.sbp.cli.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Circumstances;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Quoting;

/**
 * Effect of a grant: the decision of {@code sbp access check} for each tool, credential and data
 * level that it names. A policy can still deny them, because a grant does not override a policy
 * that denies.
 *
 * @param who the receiver as the owner typed it
 */
record GrantEffect(Session session, Transaction tx, String who, Grants.Given grant) {
  private static final int MAX_NAMED = 5;

  /**
   * Part of a grant that is still denied.
   *
   * @param what tools, credentials ({@code cred:NAME}) or a data level ({@code data:LEVEL})
   * @param reason the policy that denies it
   * @param remedy the command that allows it, where a narrower grant does
   */
  record Denied(List<String> what, String channel, String reason, Optional<String> remedy) {}

  /**
   * Returns what is still denied, by channel and reason; nothing for a group of receivers, such as
   * all with a tag.
   *
   * @param callersChannel the channel of the granting caller
   */
  List<Denied> denied(String callersChannel) {
    Optional<Principal> to = grant.to().principal();
    List<Denied> all = new ArrayList<>();
    if (to.isPresent()) {
      Requester requester = Entities.requester(tx, to.get());
      for (String channel : channels(requester, callersChannel)) {
        all.addAll(denied(requester, Access.here(tx, channel)));
      }
    }
    return all;
  }

  /** Prints what is still denied, each with the command that helps. */
  static void print(Output output, List<Denied> denied) {
    for (Denied each : denied) {
      int more = each.what().size() - MAX_NAMED;
      output.line(
          "still denied over %s: %s%s (%s)"
              .formatted(
                  each.channel(),
                  String.join(
                      ", ", each.what().subList(0, Math.min(MAX_NAMED, each.what().size()))),
                  more > 0 ? " and " + more + " more" : "",
                  PeerText.plain(each.reason())));
      // A command is not wrapped, so that it can be copied.
      each.remedy().ifPresent(command -> output.text("  to allow it there:  " + command));
    }
  }

  /** Returns the channels by which the receiver reaches this node, as far as the node knows. */
  private List<String> channels(Requester requester, String callers) {
    if (grant.what().channel().isPresent()) {
      return List.of(grant.what().channel().get());
    }
    List<String> known =
        switch (requester.kind()) {
          case PEER -> List.of("mail");
          case WEBHOOK -> List.of("webhook");
          case PERSON -> identities(requester);
          default -> List.of();
        };
    return known.isEmpty() ? List.of(callers) : known;
  }

  private List<String> identities(Requester person) {
    return person.person().flatMap(new EntityTable(tx)::find).stream()
        .flatMap(entity -> entity.identities().stream())
        .map(EntityTable.Identity::channel)
        .distinct()
        .toList();
  }

  private List<Denied> denied(Requester requester, Circumstances where) {
    AccessDecision decision = Access.decide(tx, requester, where);
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (String tool : tools()) {
      AccessView view = AccessView.of(tx, decision, Optional.of(tool));
      if (!view.allowed()) {
        byReason.computeIfAbsent(view.reason(), _ -> new ArrayList<>()).add(tool);
      }
    }
    others(decision)
        .forEach(
            what -> byReason.computeIfAbsent(decision.reason(), _ -> new ArrayList<>()).add(what));
    List<Denied> all = new ArrayList<>();
    byReason.forEach(
        (reason, what) ->
            all.add(
                new Denied(
                    what, where.channel(), reason, remedy(decision, requester, where, what))));
    return all;
  }

  /** Returns the tools that the grant names; for a prefix, those of this node. */
  private List<String> tools() {
    List<String> named = new ArrayList<>();
    for (String pattern : grant.what().tools().patterns()) {
      if (pattern.endsWith("*")) {
        AccessCommand.policyTools(session).stream()
            .filter(Globs.of(pattern)::contains)
            .forEach(named::add);
      } else {
        named.add(pattern);
      }
    }
    return named;
  }

  /** Returns the credentials and the data level of the grant that the decision does not allow. */
  private List<String> others(AccessDecision decision) {
    Grants.What what = grant.what();
    List<String> credentials =
        decision.isAllowed()
            ? what.credentials().beyond(decision.credentials())
            : what.credentials().patterns();
    Stream<String> data =
        what.data().stream()
            .filter(level -> !decision.isAllowed() || decision.data().compareTo(level) < 0)
            .map(level -> "data:" + level);
    return Stream.concat(credentials.stream().map(name -> "cred:" + name), data).toList();
  }

  /**
   * Returns the command for a grant to a session, or else to a channel, that a policy does not
   * deny.
   */
  private Optional<String> remedy(
      AccessDecision now, Requester requester, Circumstances where, List<String> what) {
    List<String> tools = what.stream().filter(name -> name.indexOf(':') < 0).toList();
    if (tools.isEmpty() || grant.what().namesPlace()) {
      return Optional.empty();
    }
    boolean isAll = tools.equals(tools());
    Globs asked = isAll ? grant.what().tools() : new Globs(tools);
    Grants.What wanted = Grants.What.tools(asked);
    Optional<String> session =
        now.session()
            .filter(key -> permits(requester, where, wanted.inSession(key), tools))
            .map(key -> " --session " + Quoting.shell(key));
    return session
        .or(
            () ->
                Optional.of(wanted.by(where.channel()))
                    .filter(narrow -> permits(requester, where, narrow, tools))
                    .map(_ -> " --channel " + where.channel()))
        .map(
            place ->
                "sbp access grant %s --tools %s%s"
                    .formatted(
                        Quoting.shell(who),
                        Quoting.shell(String.join(",", asked.patterns())),
                        place));
  }

  private boolean permits(
      Requester requester, Circumstances where, Grants.What proposed, List<String> tools) {
    AccessDecision decision = Access.decideWith(tx, requester, where, proposed);
    return tools.stream().allMatch(decision::permits);
  }
}
