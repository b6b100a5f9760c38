package org.sovereignbook.sbp.plugins.returning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.memory.CarriedItem;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestSociety;

/** An agent leaves its node with a bundle, works on another node, and comes back. */
class ReturnCausesTest {
  @TempDir Path folder;
  private TwoHomes nodes;

  @BeforeEach
  void open() {
    nodes = new TwoHomes(folder);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private Optional<String> ownFocus() {
    return TwoHomes.focus(
        nodes
            .home
            .as(
                "ada",
                "memory_read_hot",
                (tx, caller) -> new HotMemory(tx).read(caller, MemoryHolder.of(caller)))
            .text());
  }

  /** Merges all without anybody's approval, as a configured automatic merge does. */
  private void mergeUnreviewed() {
    Returns.Returned _ =
        TwoHomes.owner(
            nodes.home,
            (tx, caller) ->
                new Returns(tx)
                    .merge(
                        caller, nodes.home.now("ada"), Optional.empty(), Optional.empty(), true));
  }

  private List<Principal> strangers(TestSociety at, String label) {
    return at.ledger()
        .read(
            tx ->
                new Items(tx)
                    .causes(tx.texts("SELECT id FROM memory_item WHERE label = ?", label)).stream()
                        .flatMap(cause -> Access.beneficiaries(cause).stream())
                        .distinct()
                        .sorted()
                        .toList());
  }

  private static Principal node(TestSociety at) {
    return Principal.peer(at.node().keys().publicKey());
  }

  /** Writes as an agent that has a text of this peer in hand. */
  private static void writeFor(TestSociety at, PublicKey peer, String id, String text) {
    JsonObject note = JsonObject.builder().put("content", text).build();
    ItemWriter.Written _ =
        at.as(
            "ada",
            "memory_write_warm",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller.onBehalfOf(tx, new ShownText(tx).ofPeers(List.of(peer))),
                        ItemDraft.of(ItemType.NOTE, note).named(Optional.of(id))));
  }

  @Test
  void whatComesFromAbroadIsATextOfThatNodeWhoeverWroteItThere() {
    Returns.Returned _ = nodes.begin(nodes.workAway(), false);
    mergeUnreviewed();

    assertThat(strangers(nodes.home, "route")).containsExactly(node(nodes.away));
    assertThat(strangers(nodes.home, "inn")).containsExactly(node(nodes.away));
    assertThat(strangers(nodes.home, "ferry")).isEmpty();
    List<Authority> ofApart =
        nodes.home.as(
            "ada",
            "memory_read_hot",
            (tx, caller) -> new HotMemory(tx).apartCauses(MemoryHolder.of(caller)));
    assertThat(ofApart).extracting(Authority::principal).containsExactly(node(nodes.away));
    assertThat(ownFocus()).contains("to find the way");
    assertThat(TwoHomes.focus(nodes.home)).isEqualTo("to find a bed");
  }

  @Test
  void theOwnersMergeApprovesAndEndsTheCausesOfWhatWasMerged() {
    Returns.Returned _ = nodes.begin(nodes.workAway(), false);
    Returns.Returned _ = nodes.merge(Optional.empty());

    assertThat(strangers(nodes.home, "route")).isEmpty();
    assertThat(strangers(nodes.home, "inn")).isEmpty();
    assertThat(ownFocus()).contains("to find a bed");
    List<Principal> ofHot =
        nodes
            .home
            .as(
                "ada",
                "memory_read_hot",
                (tx, caller) -> new HotMemory(tx).causes(MemoryHolder.of(caller)))
            .stream()
            .flatMap(cause -> Access.beneficiaries(cause).stream())
            .toList();
    assertThat(ofHot).isEmpty();
    assertThat(
            TwoHomes.number(
                nodes.home,
                "SELECT COUNT(*) FROM event WHERE kind = 'memory.approved' AND principal = 'owner'"
                    + " AND metadata LIKE ?",
                "%" + node(nodes.away).text() + "%"))
        .as("route, inn and the hot context")
        .isEqualTo(3);
    List<Principal> ever =
        nodes
            .home
            .ledger()
            .read(
                tx ->
                    new Items(tx)
                            .everCauses(
                                tx.texts("SELECT id FROM memory_item WHERE label = ?", "route"))
                            .stream()
                            .flatMap(cause -> Access.beneficiaries(cause).stream())
                            .distinct()
                            .toList());
    assertThat(ever).as("for its history").containsExactly(node(nodes.away));
  }

  @Test
  void aCallerThatActsForOthersMergesWithoutApproving() {
    PublicKey carol = TestKeys.named("carol").publicKey();
    Returns.Returned _ = nodes.begin(nodes.workAway(), false);

    Returns.Returned _ =
        TwoHomes.owner(
            nodes.home,
            (tx, caller) ->
                new Returns(tx)
                    .merge(
                        caller.onBehalfOf(tx, new ShownText(tx).ofPeers(List.of(carol))),
                        nodes.home.now("ada"),
                        Optional.empty(),
                        Optional.empty(),
                        false));

    assertThat(strangers(nodes.home, "inn")).contains(node(nodes.away));
    assertThat(ownFocus()).contains("to find the way");
  }

  @Test
  void whatAGuestBringsIsATextOfItsNode() {
    nodes.host(TwoHomes.leave(nodes.home));

    assertThat(strangers(nodes.away, "route")).containsExactly(node(nodes.home));
    TwoHomes.write(nodes.away, "route", "south by the hill");
    assertThat(strangers(nodes.away, "route")).containsExactly(node(nodes.home));
  }

  /** The host knows nothing of the guest's home, so that its texts may cause nothing there. */
  @Test
  void aGuestFromAStrangersNodeReadsAndEditsItsOwnItemsAndNoMore() {
    nodes.host(TwoHomes.leave(nodes.home));
    TwoHomes.owner(
        nodes.away,
        (tx, caller) -> {
          Groups.Seen _ = Groups.create(tx, caller, "den", "den", JsonObject.empty());
          return Groups.add(
              tx,
              caller,
              "den",
              MemoryHolder.named(tx, caller, Optional.of("ada")),
              GroupRole.MEMBER);
        });
    String token =
        nodes
            .away
            .ledger()
            .<Tokens.Issued>write(
                tx ->
                    Tokens.issue(
                        tx,
                        Caller.owner("command"),
                        Agents.named(tx, "ada"),
                        Globs.ALL,
                        Optional.empty()))
            .secret();
    Items.Whole read =
        nodes.away.with(
            token,
            "memory_read_warm",
            (tx, caller) -> {
              Items.Whole route = new Items(tx).read(caller, "route");
              caller.isShown(
                  tx, "memory_read_warm", new Items(tx).causes(List.of(route.item().id())));
              return route;
            });
    assertThat(read.body().string("content")).contains("north by the river");
    TwoHomes.refused("access_denied", () -> nodes.away.with(token, "bus_put", (_, _) -> true));

    JsonObject next = JsonObject.empty().with("content", "over the bridge");
    ItemWriter.Written edited =
        nodes.away.with(
            token,
            "memory_edit",
            (tx, caller) -> new ItemWriter(tx).edit(caller, "route", next, Optional.empty()));
    assertThat(edited.outcome()).isEqualTo(ItemWriter.Effect.UPDATED);
    assertThat(strangers(nodes.away, "route")).containsExactly(node(nodes.home));
    List<MemorySearch.Result> found =
        nodes.away.with(
            token,
            "memory_search",
            (tx, caller) -> new MemorySearch(tx).search(caller, "ferry", ItemFilter.ALL, 10));
    assertThat(found).hasSize(1);
    TwoHomes.refused(
        "access_denied",
        () ->
            nodes.away.with(
                token,
                "memory_write_warm",
                (tx, caller) ->
                    new ItemWriter(tx)
                        .write(
                            caller,
                            ItemDraft.of(ItemType.NOTE, next).inGroup(Optional.of("den")))));
  }

  @Test
  void theCausesOfATextTravelThereAndBack() {
    PublicKey carol = TestKeys.named("carol").publicKey();
    PublicKey dave = TestKeys.named("dave").publicKey();
    writeFor(nodes.home, carol, "well", "the well is dry");
    nodes.host(TwoHomes.leave(nodes.home));
    assertThat(strangers(nodes.away, "well"))
        .containsExactlyInAnyOrder(node(nodes.home), Principal.peer(carol));
    writeFor(nodes.away, dave, "inn", "the inn is full");
    writeFor(nodes.away, dave, "well", "the well is full");

    Returns.Returned _ = nodes.begin(TwoHomes.leave(nodes.away), false);
    mergeUnreviewed();

    assertThat(strangers(nodes.home, "inn"))
        .containsExactlyInAnyOrder(node(nodes.away), Principal.peer(dave));
    assertThat(strangers(nodes.home, "well"))
        .containsExactlyInAnyOrder(node(nodes.away), Principal.peer(carol), Principal.peer(dave));
  }

  @Test
  void aNodeThatNamesNoCauseIsTheCauseAndCannotBeAnother() {
    Bundle honest = Bundle.parse(nodes.workAway());
    KeyPair agent = nodes.away.ledger().read(tx -> Agents.keys(tx, nodes.away.now("ada")));
    Bundle silent = written(honest, honest.writer());

    TwoHomes.refused(
        "unauthorized",
        () ->
            Bundle.parse(
                written(honest, TestKeys.named("carol").publicKey())
                    .signed(agent, nodes.away.node().node().keys())));
    TwoHomes.refused(
        "invalid_bundle",
        () ->
            nodes.begin(
                written(honest, nodes.home.node().keys().publicKey())
                    .signed(agent, nodes.home.node().keys()),
                false));
    Returns.Returned _ = nodes.begin(silent.signed(agent, nodes.away.node().node().keys()), false);
    mergeUnreviewed();
    assertThat(strangers(nodes.home, "inn")).containsExactly(node(nodes.away));
  }

  /** Returns a bundle that names nothing as a cause. */
  private static Bundle written(Bundle of, PublicKey writer) {
    return new Bundle(
        of.format(),
        of.agentId(),
        of.publicKey(),
        of.name(),
        of.agentType(),
        of.capabilities(),
        of.home(),
        writer,
        of.nonce(),
        of.secret(),
        of.leftAt(),
        of.writtenAt(),
        of.hot(),
        List.of(),
        of.sessions(),
        of.items().stream()
            .map(
                one ->
                    new CarriedItem(
                        one.key(),
                        one.id(),
                        one.type(),
                        one.body(),
                        one.tags(),
                        one.domain(),
                        one.group(),
                        one.version(),
                        one.createdAt(),
                        one.updatedAt(),
                        one.validFrom(),
                        one.validTo(),
                        List.of()))
            .toList());
  }
}
