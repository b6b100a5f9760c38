package org.sovereignbook.sbp.plugins.returning;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.returning.Absence.Carriage;
import org.sovereignbook.sbp.plugins.returning.Absence.Fate;
import org.sovereignbook.sbp.society.memory.CarriedItem;

/** Agents that are away, or guests: what is stored of each, and what is told of it. */
record Absences(Transaction tx) {
  Optional<Absence> open(Agent agent) {
    return Absence.ROWS.first(
        tx,
        "WHERE agent = ? AND state IN ('open', 'staged') ORDER BY left_ms DESC",
        agent.id().hex());
  }

  Map<String, Carriage> carriages(Absence absence) {
    return Carriage.ROWS.list(tx, "WHERE absence = ? ORDER BY item", absence.id()).stream()
        .collect(Collectors.toMap(Carriage::item, Function.identity()));
  }

  void carry(Absence absence, String here, CarriedItem item, Optional<String> group) {
    Carriage.ROWS.insert(
        tx,
        new Carriage(
            absence.id(),
            here,
            item.key(),
            item.version(),
            group,
            Optional.empty(),
            Fate.UNCHANGED));
  }

  void emit(Caller caller, Agent agent, Absence absence, String what) {
    String word = what.contains(":") ? what.substring(0, what.indexOf(':')) : what;
    tx.append(
        LedgerEvent.of(
                "absence:" + absence.id() + ":" + what,
                "agent." + word,
                caller.authority(),
                agent.subject(),
                subject(absence))
            .with(JsonObject.builder().put("agent_id", agent.id().hex()).build()));
  }

  static Subject subject(Absence absence) {
    return new Subject("absence", absence.id());
  }

  static void requireAbove(Caller caller, Agent agent) {
    if (!caller.isUnbounded() && !agent.parent().equals(caller.principal())) {
      throw SocietyException.refused(
          "unauthorized", "only the parent of " + agent.name() + " and the owner may");
    }
  }
}
