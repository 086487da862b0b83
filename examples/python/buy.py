"""Buys one answer for each question of ../questions.json, with Python's own library and two packages for the signature.

    PRIVATE_KEY=0x... python3 buy.py            every question
    PRIVATE_KEY=0x... python3 buy.py kev        the questions of one family

Needs ecdsa and pycryptodome: apt-get install python3-ecdsa python3-pycryptodome, or pip install ecdsa pycryptodome
"""

import base64
import hashlib
import json
import os
import pathlib
import secrets
import sys
import time
import urllib.error
import urllib.request
import uuid

import ecdsa

try:
    from Crypto.Hash import keccak
except ImportError:  # Debian's name of the same package
    from Cryptodome.Hash import keccak

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8402")
QUESTIONS = pathlib.Path(__file__).parent.parent / "questions.json"

# The only network that this buyer signs for: the sandbox's, where no money moves. Real: eip155:8453.
NETWORK = os.environ.get("NETWORK", "eip155:84532")
# No answer is worth more to this buyer; atomic USDC, so 100,000 are 0.10 USD.
PRICE_MAX = int(os.environ.get("PRICE_MAX", "100000"))
# These two are no failures: the payment is kept, and the same one gets the answer.
SEND_AGAIN = {"settlement_unknown", "payment_in_progress"}

# The first words of what is hashed (EIP-712 and EIP-3009).
DOMAIN_TYPE = b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
TRANSFER_TYPE = (
    b"TransferWithAuthorization(address from,address to,uint256 value,"
    b"uint256 validAfter,uint256 validBefore,bytes32 nonce)"
)


def ask(question, headers=None):
    """One request; the body of a POST is the question's. Returns status, headers and the JSON of the body."""
    body = json.dumps(question["body"]).encode() if "body" in question else None
    headers = {**(headers or {}), **({"Content-Type": "application/json"} if body else {})}
    request = urllib.request.Request(BASE_URL + question["path"], body, headers, method=question["method"])
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, response.headers, json.load(response)
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers, json.load(refusal)


def read_offer(headers):
    """The offer of protocol version 2 stands in a header, base64 of JSON."""
    return json.loads(base64.b64decode(headers["PAYMENT-REQUIRED"]))


def hashed(data):
    """Keccak-256."""
    return keccak.new(digest_bits=256, data=data).digest()


def word(value):
    """A number, an address or 32 bytes in hex as one word of 32 bytes."""
    return (int(value, 16) if isinstance(value, str) else value).to_bytes(32, "big")


def address_of(key):
    """The account of a private key."""
    return "0x" + hashed(key.verifying_key.to_string())[12:].hex()


def sign_transfer(key, domain, transfer):
    """The signature of a transfer with authorization: r, s and v in hex (EIP-712 over secp256k1, low s)."""
    name, version, chain, contract = domain
    separator = hashed(
        hashed(DOMAIN_TYPE) + hashed(name.encode()) + hashed(version.encode()) + word(chain) + word(contract)
    )
    message = hashed(hashed(TRANSFER_TYPE) + b"".join(word(value) for value in transfer.values()))
    digest = hashed(b"\x19\x01" + separator + message)
    encode = ecdsa.util.sigencode_string_canonize
    signature = key.sign_digest_deterministic(digest, hashlib.sha256, sigencode=encode)
    keys = ecdsa.VerifyingKey.from_public_key_recovery_with_digest(
        signature, digest, ecdsa.SECP256k1, hashlib.sha256, sigdecode=ecdsa.util.sigdecode_string
    )
    own = key.verifying_key.to_string()
    parity = next(at for at, candidate in enumerate(keys) if candidate.to_string() == own)
    return "0x" + signature.hex() + bytes([27 + parity]).hex()


def sign(key, offer):
    """A payment for the first offer on our network that is cheap enough, as the value of PAYMENT-SIGNATURE."""
    accepted = next(
        (one for one in offer["accepts"] if one["network"] == NETWORK and int(one["amount"]) <= PRICE_MAX), None
    )
    if accepted is None:
        raise SystemExit(f"no offer on {NETWORK} of at most {PRICE_MAX} atomic USDC; nothing was signed")
    now = int(time.time())
    authorization = {
        "from": address_of(key),
        "to": accepted["payTo"],
        "value": int(accepted["amount"]),
        "validAfter": now - 60,
        "validBefore": now + accepted["maxTimeoutSeconds"],
        "nonce": "0x" + secrets.token_hex(32),
    }
    extra = accepted["extra"]
    domain = (extra["name"], extra["version"], int(NETWORK.split(":")[1]), accepted["asset"])
    payment = {
        "x402Version": 2,
        "resource": offer["resource"],
        "accepted": accepted,
        "payload": {
            "signature": sign_transfer(key, domain, authorization),
            "authorization": {name: str(value) for name, value in authorization.items()},
        },
        "extensions": with_identifier(offer.get("extensions", {})),
    }
    return base64.b64encode(json.dumps(payment).encode()).decode()


def with_identifier(extensions):
    """With an identifier the same payment gives the same answer again, should this one be lost on the way."""
    key = "payment-identifier"
    if key not in extensions:
        return extensions
    info = {**extensions[key].get("info", {}), "id": f"pay_{uuid.uuid4()}"}
    return {**extensions, key: {**extensions[key], "info": info}}


def buy(key, question):
    """Asks, pays what the offer asks for, and asks again, with the same payment as often as the service wants it."""
    status, headers, answer = ask(question)
    if status != 402:
        raise SystemExit(f"{question['path']}: expected an offer, got {status} {answer}")
    payment = {"PAYMENT-SIGNATURE": sign(key, read_offer(headers))}
    for _ in range(5):
        status, headers, answer = ask(question, payment)
        if status == 200:
            return answer
        error = answer["error"]
        if error["code"] not in SEND_AGAIN:
            break
        time.sleep(int(headers.get("Retry-After", "2")))
    raise SystemExit(f"{question['path']}: {error['code']}: {error['message']} {error['next']}")


def main():
    arguments = sys.argv[1:]
    if len(arguments) > 1 or any(one.startswith("-") for one in arguments) or "PRIVATE_KEY" not in os.environ:
        raise SystemExit(__doc__)
    key = ecdsa.SigningKey.from_string(
        bytes.fromhex(os.environ["PRIVATE_KEY"].removeprefix("0x")), curve=ecdsa.SECP256k1
    )
    for question in json.loads(QUESTIONS.read_text()):
        if not arguments or question["family"] == arguments[0]:
            answer = buy(key, question)
            print(json.dumps({"family": question["family"], "path": question["path"], "answer": answer}))


if __name__ == "__main__":
    main()
