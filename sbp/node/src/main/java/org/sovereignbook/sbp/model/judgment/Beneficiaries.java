package org.sovereignbook.sbp.model.judgment;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Principals to whose accounts the calls of models under an authority are charged. */
public final class Beneficiaries {
  private Beneficiaries() {}

  /** Returns the principals of an authority that are not of the node, in equal parts. */
  public static CallCauses causes(Transaction tx, Authority cause) {
    Map<String, Integer> weights = new TreeMap<>();
    Set<String> strangers = new TreeSet<>();
    for (Principal one : Access.beneficiaries(cause)) {
      weights.put(one.text(), 1);
      if (Entities.requester(tx, one).isUnknown()) {
        strangers.add(one.text());
      }
    }
    return CallCauses.shared(weights, strangers);
  }
}
