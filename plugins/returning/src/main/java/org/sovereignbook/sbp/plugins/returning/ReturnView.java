package org.sovereignbook.sbp.plugins.returning;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.society.memory.AgentMemory;

/**
 * A return as it is shown.
 *
 * @param sessions how many it has ended elsewhere
 * @param divergence of its hot context
 * @param automatic whether it was merged without review
 */
@Shape.Def("agent_return")
record ReturnView(
    boolean success,
    String agentId,
    String name,
    Absence.State state,
    Optional<String> stagingGroup,
    long sessions,
    Optional<AgentMemory.Divergence> divergence,
    boolean automatic,
    Timestamp leftAt,
    Optional<Timestamp> returnedAt,
    List<Row> items) {

  /**
   * An item that it brought.
   *
   * @param staged the copy to read for the review
   */
  @Shape.Def("agent_return_item")
  record Row(
      String item,
      Absence.Fate fate,
      boolean conflict,
      Optional<String> group,
      Optional<String> staged) {}

  static ReturnView of(Returns.Returned returned) {
    Absence absence = returned.absence();
    return new ReturnView(
        true,
        returned.agent().id().hex(),
        returned.agent().name(),
        absence.state(),
        absence.groupId(),
        returned.sessionsSince(),
        absence.divergence(),
        returned.automatic(),
        Timestamp.ofMillis(absence.leftMs()),
        absence.returnedMs().map(Timestamp::ofMillis),
        returned.items().stream()
            .map(
                one ->
                    new Row(
                        one.carriage().item(),
                        one.carriage().fate(),
                        one.carriage().fate().isConflict(),
                        one.carriage().groupId(),
                        one.carriage().staged()))
            .toList());
  }

  void print(Output output) {
    output.line(
        "%s: %s; %d sessions elsewhere, hot context %s"
            .formatted(
                name,
                automatic ? "merged without review" : state.toString(),
                sessions,
                divergence.map(AgentMemory.Divergence::toString).orElse("-")));
    Table table = Table.of("ITEM", "FATE", "GROUP", "STAGED");
    items.forEach(
        one ->
            table.row(
                one.item(),
                one.fate().toString(),
                one.group().orElse("-"),
                one.staged().orElse("-")));
    output.table(table, "it brought no items");
    if (state == Absence.State.STAGED) {
      output.line("read one before:  sbp memory read STAGED");
      boolean isPlain = items.stream().noneMatch(Row::conflict);
      output.line(
          "merge it:  sbp agent merge %s%s".formatted(name, isPlain ? "" : " --items ITEM,ITEM"));
    }
  }
}
