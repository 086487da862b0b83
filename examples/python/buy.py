"""Buys one answer for each question of ../questions.json, with nothing but requests and eth_account.

    PRIVATE_KEY=0x... python3 buy.py            every question
    PRIVATE_KEY=0x... python3 buy.py kev        the questions of one family

Needs: pip install requests eth-account
"""

import base64
import json
import os
import pathlib
import secrets
import sys
import time
import uuid

import requests
from eth_account import Account

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8402")
QUESTIONS = pathlib.Path(__file__).parent.parent / "questions.json"

# The only network that this buyer signs for: the sandbox's, where no money moves. Real: eip155:8453.
NETWORK = os.environ.get("NETWORK", "eip155:84532")
# No answer is worth more to this buyer; atomic USDC, so 100,000 are 0.10 USD.
PRICE_MAX = int(os.environ.get("PRICE_MAX", "100000"))
# These two are no failures: the payment is kept, and the same one gets the answer.
SEND_AGAIN = {"settlement_unknown", "payment_in_progress"}

# EIP-3009, as the token's contract hashes it.
TRANSFER_WITH_AUTHORIZATION = {
    "TransferWithAuthorization": [
        {"name": "from", "type": "address"},
        {"name": "to", "type": "address"},
        {"name": "value", "type": "uint256"},
        {"name": "validAfter", "type": "uint256"},
        {"name": "validBefore", "type": "uint256"},
        {"name": "nonce", "type": "bytes32"},
    ]
}


def ask(question, headers=None):
    """One request; the body of a POST is the question's."""
    return requests.request(
        question["method"], BASE_URL + question["path"], json=question.get("body"), headers=headers, timeout=30
    )


def read_offer(response):
    """The offer of protocol version 2 stands in a header, base64 of JSON."""
    return json.loads(base64.b64decode(response.headers["PAYMENT-REQUIRED"]))


def sign(account, offer):
    """A payment for the first offer on our network that is cheap enough, as the value of PAYMENT-SIGNATURE."""
    accepted = next(
        one for one in offer["accepts"] if one["network"] == NETWORK and int(one["amount"]) <= PRICE_MAX
    )
    now = int(time.time())
    authorization = {
        "from": account.address,
        "to": accepted["payTo"],
        "value": int(accepted["amount"]),
        "validAfter": now - 60,
        "validBefore": now + accepted["maxTimeoutSeconds"],
        "nonce": "0x" + secrets.token_hex(32),
    }
    domain = {
        "name": accepted["extra"]["name"],
        "version": accepted["extra"]["version"],
        "chainId": int(NETWORK.split(":")[1]),
        "verifyingContract": accepted["asset"],
    }
    signed = account.sign_typed_data(domain, TRANSFER_WITH_AUTHORIZATION, authorization)
    signature = signed.signature.hex()
    payment = {
        "x402Version": 2,
        "resource": offer["resource"],
        "accepted": accepted,
        "payload": {
            "signature": signature if signature.startswith("0x") else "0x" + signature,
            "authorization": {
                name: value if isinstance(value, str) else str(value) for name, value in authorization.items()
            },
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


def buy(account, question):
    """Asks, pays what the offer asks for, and asks again, with the same payment as often as the service wants it."""
    unpaid = ask(question)
    if unpaid.status_code != 402:
        raise SystemExit(f"{question['path']}: expected an offer, got {unpaid.status_code} {unpaid.text}")
    payment = {"PAYMENT-SIGNATURE": sign(account, read_offer(unpaid))}
    for _ in range(5):
        answer = ask(question, payment)
        if answer.ok:
            return answer.json()
        error = answer.json()["error"]
        if error["code"] not in SEND_AGAIN:
            break
        time.sleep(int(answer.headers.get("Retry-After", "2")))
    raise SystemExit(f"{question['path']}: {error['code']}: {error['message']} {error['next']}")


def main():
    account = Account.from_key(os.environ["PRIVATE_KEY"])
    family = sys.argv[1] if len(sys.argv) > 1 else None
    for question in json.loads(QUESTIONS.read_text()):
        if family in (None, question["family"]):
            answer = buy(account, question)
            print(json.dumps({"family": question["family"], "path": question["path"], "answer": answer}))


if __name__ == "__main__":
    main()
