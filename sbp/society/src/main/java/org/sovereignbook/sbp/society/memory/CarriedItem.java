package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Item in a bundle of an agent's memory.
 *
 * @param key its random id at home; a new item's where it was written
 * @param id as its writer called it
 * @param group the group at home that it is for; private without one
 * @param version of its text
 * @param causes the authorities of all texts that it was made of, as its node recorded them
 */
@Shape.Def("carried_item")
public record CarriedItem(
    String key,
    Optional<String> id,
    ItemType type,
    JsonObject body,
    List<String> tags,
    Domain domain,
    Optional<String> group,
    long version,
    Timestamp createdAt,
    Timestamp updatedAt,
    Optional<Timestamp> validFrom,
    Optional<Timestamp> validTo,
    List<Authority> causes) {
  static CarriedItem of(Items.Whole whole, List<Authority> causes) {
    MemoryItem item = whole.item();
    return new CarriedItem(
        item.id(),
        item.label(),
        item.type(),
        whole.body(),
        whole.tags(),
        item.domain(),
        whole.group(),
        item.version(),
        Timestamp.ofMillis(item.life().createdMs()),
        Timestamp.ofMillis(item.life().updatedMs()),
        item.validity().validFromMs().map(Timestamp::ofMillis),
        item.validity().validToMs().map(Timestamp::ofMillis),
        causes);
  }

  /** Returns the same item under the ids of its home. */
  public CarriedItem at(String homeKey, Optional<String> homeGroup) {
    return new CarriedItem(
        homeKey, id, type, body, tags, domain, homeGroup, version, createdAt, updatedAt, validFrom,
        validTo, causes);
  }

  /**
   * Returns the same item with times of the other node's clock between two of this node's. From
   * when and until when it is true is a statement about the world, and stays.
   */
  public CarriedItem within(Timestamp earliest, Timestamp now) {
    return new CarriedItem(
        key,
        id,
        type,
        body,
        tags,
        domain,
        group,
        version,
        TimeJudge.between(createdAt, earliest, now),
        TimeJudge.between(updatedAt, earliest, now),
        validFrom,
        validTo,
        causes);
  }

  /** Returns a line for lists. */
  String title() {
    return type.body(body).heading();
  }

  ItemDraft draft(Optional<String> label) {
    return ItemDraft.of(type, body.without("id", "validated"))
        .named(label)
        .about(domain)
        .tagged(tags)
        .within(
            new Validity(
                validFrom.map(it -> it.instant().toEpochMilli()),
                validTo.map(it -> it.instant().toEpochMilli())));
  }
}
