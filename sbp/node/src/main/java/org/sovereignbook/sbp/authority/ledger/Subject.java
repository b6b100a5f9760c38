package org.sovereignbook.sbp.authority.ledger;

/**
 * Item that an event or a text is about.
 *
 * @param kind such as {@code agent}, {@code task}, {@code mail}, {@code peer}
 * @param id the id of the item
 */
public record Subject(String kind, String id) {
  public static Subject agent(String id) {
    return new Subject("agent", id);
  }

  public static Subject task(String id) {
    return new Subject("task", id);
  }

  public static Subject mail(String id) {
    return new Subject("mail", id);
  }

  @Override
  public String toString() {
    return kind + ":" + id;
  }
}
