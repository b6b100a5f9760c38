// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

// Registries for tests, with the calls, events and refusals of ERC-8004 (reference contracts 2.0.0)
// that the plugin uses, and nothing else: no transfers, approvals or upgrades.

contract TestIdentityRegistry {
  bytes32 private constant WALLET_TYPE =
      keccak256("AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)");
  bytes32 private constant DOMAIN_TYPE =
      keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

  event Registered(uint256 indexed agentId, string agentURI, address indexed owner);

  address[] private owners;
  mapping(uint256 => address) private wallets;

  error ERC721NonexistentToken(uint256 tokenId);

  function register(string calldata agentURI) external returns (uint256 agentId) {
    agentId = owners.length;
    owners.push(msg.sender);
    wallets[agentId] = msg.sender;
    emit Registered(agentId, agentURI, msg.sender);
  }

  function ownerOf(uint256 agentId) public view returns (address) {
    if (agentId >= owners.length) {
      revert ERC721NonexistentToken(agentId);
    }
    return owners[agentId];
  }

  function getAgentWallet(uint256 agentId) external view returns (address) {
    return wallets[agentId];
  }

  function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool) {
    return ownerOf(agentId) == spender;
  }

  function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes calldata signature) external {
    address owner = ownerOf(agentId);
    require(msg.sender == owner, "Not authorized");
    require(newWallet != address(0), "bad wallet");
    require(block.timestamp <= deadline, "expired");
    require(deadline <= block.timestamp + 5 minutes, "deadline too far");
    bytes32 domain = keccak256(
        abi.encode(DOMAIN_TYPE, keccak256("ERC8004IdentityRegistry"), keccak256("1"), block.chainid, address(this)));
    bytes32 consent = keccak256(abi.encode(WALLET_TYPE, agentId, newWallet, owner, deadline));
    bytes32 digest = keccak256(abi.encodePacked("\x19\x01", domain, consent));
    require(signature.length == 65, "invalid wallet sig");
    require(
        ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])) == newWallet,
        "invalid wallet sig");
    wallets[agentId] = newWallet;
  }

  function getVersion() external pure returns (string memory) {
    return "2.0.0";
  }
}

contract TestReputationRegistry {
  event NewFeedback(
      uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals,
      string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash);
  event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex);

  TestIdentityRegistry private identity;
  string private version;
  mapping(uint256 => mapping(address => uint64)) private lastIndex;
  mapping(uint256 => mapping(address => mapping(uint64 => bool))) private revoked;

  constructor(address identityRegistry, string memory itsVersion) {
    identity = TestIdentityRegistry(identityRegistry);
    version = itsVersion;
  }

  function getIdentityRegistry() external view returns (address) {
    return address(identity);
  }

  function giveFeedback(
      uint256 agentId, int128 value, uint8 valueDecimals, string calldata tag1, string calldata tag2,
      string calldata endpoint, string calldata feedbackURI, bytes32 feedbackHash) external {
    require(valueDecimals <= 18, "too many decimals");
    require(value >= -1e38 && value <= 1e38, "value too large");
    require(!identity.isAuthorizedOrOwner(msg.sender, agentId), "Self-feedback not allowed");
    uint64 index = ++lastIndex[agentId][msg.sender];
    emit NewFeedback(
        agentId, msg.sender, index, value, valueDecimals, tag1, tag1, tag2, endpoint, feedbackURI, feedbackHash);
  }

  function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external {
    require(feedbackIndex > 0, "index must be > 0");
    require(feedbackIndex <= lastIndex[agentId][msg.sender], "index out of bounds");
    require(!revoked[agentId][msg.sender][feedbackIndex], "Already revoked");
    revoked[agentId][msg.sender][feedbackIndex] = true;
    emit FeedbackRevoked(agentId, msg.sender, feedbackIndex);
  }

  function getVersion() external view returns (string memory) {
    return version;
  }
}
