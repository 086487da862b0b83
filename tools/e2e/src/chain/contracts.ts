/**
 * Solidity sources of the local chain. Written for these tests, not taken from a deployed contract:
 *
 * - `TestUsdc`: an ERC-20 with EIP-3009, as strict as USDC 2.2 where a payment can notice the difference (low S, v 27/28, strict window, wallets
 *   with code answer for themselves through ERC-1271). No constructor and no immutables, because only its runtime code is
 *   placed at an address: the domain separator is computed at call time.
 * - `TestMulticall`: of Multicall3 the method that a facilitator uses to say why a payment would fail, and the one that carries several calls.
 * - `TestWallet`: the smallest ERC-1271 wallet, owned by one key.
 */
export const SOLIDITY = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IERC1271 {
  function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

contract TestUsdc {
  string public constant name = "USD Coin";
  string public constant symbol = "USDC";
  string public constant version = "2";
  uint8 public constant decimals = 6;

  bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
    "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
  );
  bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
    keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

  // Half the order of secp256k1: a signature above it has a twin, so it is refused (EIP-2).
  uint256 private constant HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(bytes32 => bool)) public authorizationState;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
  event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

  // Anybody may mint: this token exists on a throw-away chain only.
  function mint(address to, uint256 value) external {
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function transfer(address to, uint256 value) external returns (bool) {
    move(msg.sender, to, value);
    return true;
  }

  function DOMAIN_SEPARATOR() public view returns (bytes32) {
    return keccak256(abi.encode(
      keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
      keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this)
    ));
  }

  function transferWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
    uint8 v, bytes32 r, bytes32 s
  ) external {
    authorizedTransfer(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
  }

  function transferWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
    bytes calldata signature
  ) external {
    authorizedTransfer(from, to, value, validAfter, validBefore, nonce, signature);
  }

  function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
    cancel(authorizer, nonce, abi.encodePacked(r, s, v));
  }

  function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external {
    cancel(authorizer, nonce, signature);
  }

  function authorizedTransfer(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
    bytes memory signature
  ) private {
    require(block.timestamp > validAfter, "TestUsdc: authorization is not yet valid");
    require(block.timestamp < validBefore, "TestUsdc: authorization is expired");
    bytes32 structHash = keccak256(
      abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
    );
    spend(from, nonce, structHash, signature);
    emit AuthorizationUsed(from, nonce);
    move(from, to, value);
  }

  function cancel(address authorizer, bytes32 nonce, bytes memory signature) private {
    spend(authorizer, nonce, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
    emit AuthorizationCanceled(authorizer, nonce);
  }

  function spend(address authorizer, bytes32 nonce, bytes32 structHash, bytes memory signature) private {
    require(!authorizationState[authorizer][nonce], "TestUsdc: authorization is used or canceled");
    bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), structHash));
    require(signedBy(authorizer, digest, signature), "TestUsdc: invalid signature");
    authorizationState[authorizer][nonce] = true;
  }

  function signedBy(address authorizer, bytes32 digest, bytes memory signature) private view returns (bool) {
    if (authorizer.code.length > 0) {
      (bool ok, bytes memory reply) =
        authorizer.staticcall(abi.encodeCall(IERC1271.isValidSignature, (digest, signature)));
      return ok && reply.length >= 32 && abi.decode(reply, (bytes32)) == bytes32(IERC1271.isValidSignature.selector);
    }
    if (signature.length != 65) return false;
    bytes32 r;
    bytes32 s;
    uint8 v;
    assembly {
      r := mload(add(signature, 0x20))
      s := mload(add(signature, 0x40))
      v := byte(0, mload(add(signature, 0x60)))
    }
    if (uint256(s) > HALF_ORDER || (v != 27 && v != 28)) return false;
    address signer = ecrecover(digest, v, r, s);
    return signer != address(0) && signer == authorizer;
  }

  function move(address from, address to, uint256 value) private {
    require(to != address(0), "TestUsdc: transfer to the zero address");
    require(balanceOf[from] >= value, "TestUsdc: amount exceeds balance");
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
}

contract TestMulticall {
  struct Call { address target; bytes callData; }
  struct Result { bool success; bytes returnData; }

  function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable returns (Result[] memory results) {
    results = new Result[](calls.length);
    for (uint256 i = 0; i < calls.length; i++) {
      (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
      require(results[i].success || !requireSuccess, "TestMulticall: call failed");
    }
  }

  struct Call3 { address target; bool allowFailure; bytes callData; }

  function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
    results = new Result[](calls.length);
    for (uint256 i = 0; i < calls.length; i++) {
      (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
      require(results[i].success || calls[i].allowFailure, "TestMulticall: call failed");
    }
  }
}

contract TestWallet {
  address private immutable owner;

  constructor(address owner_) {
    owner = owner_;
  }

  // The owner signs the digest itself; a byte before the signature makes it longer than that of a plain key.
  function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
    if (signature.length != 66 || signature[0] != 0x01) return 0xffffffff;
    (bytes32 r, bytes32 s) = abi.decode(signature[1:65], (bytes32, bytes32));
    return ecrecover(digest, uint8(signature[65]), r, s) == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
  }
}
`;
