package org.sovereignbook.sbp.base.protocol;

import java.util.List;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.Words;

/**
 * A task that one node offers another, or no longer offers (docs/protocol-mail.md).
 *
 * @param id of the offer: unique with the offering node's key
 * @param priority the higher the sooner; 0 is usual
 */
public record TaskOffer(
    String id, State state, String title, String description, List<String> labels, long priority) {
  /** The most bytes of UTF-8 of a description, or of a result. */
  public static final int MAX_TEXT_BYTES = 65_536;

  /** State of the offer. */
  public enum State {
    OFFERED,
    WITHDRAWN;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  public TaskOffer {
    labels = List.copyOf(labels);
  }

  static TaskOffer read(Fields fields) {
    String id = fields.matching("id", AgentMail.ID);
    State state = fields.word(State.class, "state");
    return new TaskOffer(
        id,
        state,
        fields.string("title", Limits.MAX_TITLE_CHARACTERS),
        fields.ifPresent("description", name -> fields.body(name, MAX_TEXT_BYTES)).orElse(""),
        labels(fields),
        fields.ifPresent("priority", fields::integer).orElse(0L));
  }

  private static List<String> labels(Fields fields) {
    List<String> labels = fields.ifPresent("labels", fields::strings).orElse(List.of());
    if (labels.size() > Limits.MAX_TAGS
        || !labels.stream().allMatch(one -> Cut.fits(one, Limits.MAX_TAG_CHARACTERS))) {
      throw fields.invalid(
          "labels",
          "holds more than %d, or one longer than %d characters"
              .formatted(Limits.MAX_TAGS, Limits.MAX_TAG_CHARACTERS));
    }
    return labels;
  }
}
