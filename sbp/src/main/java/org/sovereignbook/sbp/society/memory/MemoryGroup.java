package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.node.Node;

/**
 * Group whose members share items; a row of the table {@code memory_group}.
 *
 * @param id as its creator called it; never used again after its end
 * @param deletedMs when it was deleted; its items stay, unreadable
 */
public record MemoryGroup(
    String id, String name, Culture culture, long createdMs, Optional<Long> deletedMs) {
  static final Rows<MemoryGroup> ROWS =
      new Rows<>(
          "memory_group",
          MemoryGroup.class,
          Map.of(),
          Map.of(
              Culture.class,
              column ->
                  Culture.parse(
                      Node.jsonObject(
                          "a row of the society's database",
                          column.getBytes(StandardCharsets.UTF_8)),
                      Culture.USUAL)));
}
